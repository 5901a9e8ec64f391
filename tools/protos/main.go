// Writes what nuncio needs of Envoy's protobufs, from the descriptors compiled into the packages of packages.go:
//
//	descriptors.binpb  a FileDescriptorSet, dependencies first, files of annotations left out
//	rules.json         the rules of protoc-gen-validate: message → {disabled, fields, oneofs}
//
// Run by `npm run gen:protos`: the folder to write to, and, for the fixture of corpus.go, its input and output files.
package main

import (
	"encoding/json"
	"log"
	"os"
	"path/filepath"
	"sort"
	"strings"

	"github.com/envoyproxy/protoc-gen-validate/validate"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/descriptorpb"
)

// Rules of one message. Fields have their ProtoJSON (camelCase) name. A disabled message is not checked at all, an
// ignored one has no Validate method, which comes to the same.
type messageRules struct {
	Disabled bool                       `json:"disabled,omitempty"`
	Fields   map[string]json.RawMessage `json:"fields,omitempty"`
	Oneofs   []string                   `json:"requiredOneofs,omitempty"`
}

// The rest of what is linked comes in only if one of these imports it.
var roots = []string{"envoy/", "xds/", "udpa/", "opentelemetry/", "google/rpc/", "grpc/health/"}

func isRoot(path string) bool {
	for _, root := range roots {
		if strings.HasPrefix(path, root) {
			return true
		}
	}
	return false
}

// Files that only declare options: no message of theirs is ever sent.
func onlyAnnotations(path string) bool {
	return path == "google/protobuf/descriptor.proto" || strings.HasPrefix(path, "validate/") ||
		strings.Contains(path, "annotations/")
}

func main() {
	log.SetFlags(0)
	if len(os.Args) != 4 {
		log.Fatal("usage: protos FOLDER RESOURCES VERDICTS")
	}
	folder := os.Args[1]
	var files []protoreflect.FileDescriptor
	protoregistry.GlobalFiles.RangeFiles(func(file protoreflect.FileDescriptor) bool {
		files = append(files, file)
		return true
	})
	sort.Slice(files, func(i, j int) bool { return files[i].Path() < files[j].Path() })

	set := &descriptorpb.FileDescriptorSet{}
	seen := map[string]bool{}
	rules := map[string]*messageRules{}
	var visit func(protoreflect.FileDescriptor)
	visit = func(file protoreflect.FileDescriptor) {
		if seen[file.Path()] || onlyAnnotations(file.Path()) {
			return
		}
		seen[file.Path()] = true
		for i := 0; i < file.Imports().Len(); i++ {
			visit(file.Imports().Get(i).FileDescriptor)
		}
		set.File = append(set.File, stripped(file))
		collect(file.Messages(), rules)
	}
	for _, file := range files {
		if isRoot(file.Path()) {
			visit(file)
		}
	}

	bytes, err := proto.MarshalOptions{Deterministic: true}.Marshal(set)
	check(err)
	check(os.WriteFile(filepath.Join(folder, "descriptors.binpb"), bytes, 0o644))
	text, err := json.MarshalIndent(rules, "", " ")
	check(err)
	check(os.WriteFile(filepath.Join(folder, "rules.json"), append(text, '\n'), 0o644))
	log.Printf("%d files, %d messages with rules", len(set.File), len(rules))
	corpus(os.Args[2], os.Args[3])
}

// The descriptor without what encoding doesn't need: options, extensions, dependencies.
func stripped(file protoreflect.FileDescriptor) *descriptorpb.FileDescriptorProto {
	out := protodesc.ToFileDescriptorProto(file)
	out.Dependency, out.PublicDependency, out.WeakDependency = nil, nil, nil
	out.Extension, out.Options = nil, nil
	for _, message := range out.MessageType {
		strip(message)
	}
	for _, service := range out.Service {
		service.Options = nil
		for _, method := range service.Method {
			method.Options = nil
		}
	}
	return out
}

func strip(message *descriptorpb.DescriptorProto) {
	if !message.GetOptions().GetMapEntry() {
		message.Options = nil
	}
	message.Extension, message.ExtensionRange, message.ReservedName, message.ReservedRange = nil, nil, nil, nil
	for _, field := range message.Field {
		if field.Options != nil && field.Options.Packed != nil {
			field.Options = &descriptorpb.FieldOptions{Packed: field.Options.Packed}
		} else {
			field.Options = nil
		}
	}
	for _, nested := range message.NestedType {
		strip(nested)
	}
}

func collect(messages protoreflect.MessageDescriptors, into map[string]*messageRules) {
	for i := 0; i < messages.Len(); i++ {
		message := messages.Get(i)
		collect(message.Messages(), into)
		if message.IsMapEntry() {
			continue
		}
		found := &messageRules{Fields: map[string]json.RawMessage{}}
		options := message.Options()
		found.Disabled = proto.GetExtension(options, validate.E_Disabled).(bool) ||
			proto.GetExtension(options, validate.E_Ignored).(bool)
		for j := 0; j < message.Fields().Len(); j++ {
			field := message.Fields().Get(j)
			fieldRules, _ := proto.GetExtension(field.Options(), validate.E_Rules).(*validate.FieldRules)
			if fieldRules == nil {
				continue
			}
			text, err := protojson.Marshal(fieldRules)
			check(err)
			found.Fields[field.JSONName()] = text
		}
		for j := 0; j < message.Oneofs().Len(); j++ {
			oneof := message.Oneofs().Get(j)
			if proto.GetExtension(oneof.Options(), validate.E_Required).(bool) {
				found.Oneofs = append(found.Oneofs, string(oneof.Name()))
			}
		}
		if found.Disabled || len(found.Fields) > 0 || len(found.Oneofs) > 0 {
			into[string(message.FullName())] = found
		}
	}
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
