package main

// Verdicts of Envoy's Go validators on mutations of a few resources: the fixture that our own validation is tested with.
//
// In: a JSON list of {type, json}, each a valid message as ProtoJSON with the names of the .proto files; it is written back in
// the form in which Go prints it. Every value in it is left out, and replaced by values of its JSON type that rules may refuse. Out: one line per mutation,
//
//	[resource, path, value or null if left out, [paths of fields in error, sorted]]
//
// with field paths in lower case without underscores, and for each resource its bytes.

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log"
	"os"
	"slices"
	"sort"
	"strings"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/known/anypb"
)

type resource struct {
	Type string          `json:"type"`
	JSON json.RawMessage `json:"json"`
}

type verdict struct {
	resource int
	path     []any
	value    any
	paths    []string
}

func (v verdict) MarshalJSON() ([]byte, error) {
	return json.Marshal([]any{v.resource, v.path, v.value, v.paths})
}

func corpus(from, to string) {
	text, err := os.ReadFile(from)
	check(err)
	var resources []resource
	check(json.Unmarshal(text, &resources))

	var out struct {
		Bytes    [][]byte  `json:"bytes"`
		Verdicts []verdict `json:"verdicts"`
	}
	valid, invalid := 0, 0
	for index, entry := range resources {
		message := parse(entry.Type, entry.JSON)
		if message == nil {
			log.Fatalf("resource %d (%s) doesn't parse", index, entry.Type)
		}
		if paths := violations(message); len(paths) > 0 {
			log.Fatalf("resource %d (%s) is not valid: %v", index, entry.Type, paths)
		}
		wire, err := proto.MarshalOptions{Deterministic: true}.Marshal(message)
		check(err)
		out.Bytes = append(out.Bytes, wire)

		resources[index].JSON, err = protojson.MarshalOptions{UseProtoNames: true}.Marshal(message)
		check(err)
		var root any
		check(json.Unmarshal(resources[index].JSON, &root))
		mutate(root, nil, func(path []any, value any) {
			changed := with(root, path, value)
			text, err := json.Marshal(changed)
			check(err)
			message := parse(entry.Type, text)
			if message == nil {
				return
			}
			paths := violations(message)
			if len(paths) > 0 {
				invalid++
			} else if valid++; valid%4 != 0 {
				return
			}
			out.Verdicts = append(out.Verdicts, verdict{index, slices.Clone(path), value, paths})
		})
	}
	text, err = json.MarshalIndent(resources, "", " ")
	check(err)
	check(os.WriteFile(from, append(text, '\n'), 0o644))
	check(os.WriteFile(to, oneLineEach(out.Bytes, out.Verdicts), 0o644))
	log.Printf("%d invalid mutations, %d valid, a quarter of these kept", invalid, valid)
}

func oneLineEach(wires [][]byte, verdicts []verdict) []byte {
	var out bytes.Buffer
	out.WriteString("{\"bytes\":[\n")
	writeLines(&out, wires)
	out.WriteString("],\"verdicts\":[\n")
	writeLines(&out, verdicts)
	out.WriteString("]}\n")
	return out.Bytes()
}

func writeLines[T any](out *bytes.Buffer, values []T) {
	for i, value := range values {
		text, err := json.Marshal(value)
		check(err)
		out.Write(text)
		if i < len(values)-1 {
			out.WriteByte(',')
		}
		out.WriteByte('\n')
	}
}

func parse(name string, text []byte) proto.Message {
	kind, err := protoregistry.GlobalTypes.FindMessageByName(protoreflect.FullName(name))
	check(err)
	message := kind.New().Interface()
	if protojson.Unmarshal(text, message) != nil {
		return nil
	}
	return message
}

// Calls `emit` for each mutation; a nil value means: leave out.
func mutate(node any, path []any, emit func([]any, any)) {
	if len(path) > 0 && path[len(path)-1] != "@type" {
		emit(path, nil)
		for _, value := range alternatives(node) {
			emit(path, value)
		}
	}
	switch node := node.(type) {
	case map[string]any:
		keys := make([]string, 0, len(node))
		for key := range node {
			keys = append(keys, key)
		}
		sort.Strings(keys)
		for _, key := range keys {
			mutate(node[key], append(slices.Clone(path), key), emit)
		}
	case []any:
		for i, item := range node {
			mutate(item, append(slices.Clone(path), i), emit)
		}
	}
}

func alternatives(node any) []any {
	switch node := node.(type) {
	case string:
		return []any{"", "a\x00b", "/a b/", strings.Repeat("é", 130), "0s", "-0.000000001s", "0.0005s", "99999999s", "0", "18446744073709551615", 0, 99}
	case float64:
		return []any{0, -1, 1, 99, 150, 65536, 4294967295, 0.5}
	case bool:
		return []any{!node}
	case []any:
		if len(node) == 0 {
			return nil
		}
		return []any{[]any{}, append([]any{node[0]}, node...)}
	case map[string]any:
		if _, isAny := node["@type"]; isAny || len(node) == 0 {
			return nil
		}
		return []any{map[string]any{}}
	}
	return nil
}

// A copy of `node` in which the value at `path` is `value`, or is missing if that is nil.
func with(node any, path []any, value any) any {
	last := len(path) == 1
	switch key := path[0].(type) {
	case string:
		out := map[string]any{}
		for name, inner := range node.(map[string]any) {
			if name != key {
				out[name] = inner
			} else if !last {
				out[name] = with(inner, path[1:], value)
			} else if value != nil {
				out[name] = value
			}
		}
		return out
	case int:
		out := []any{}
		for i, inner := range node.([]any) {
			if i != key {
				out = append(out, inner)
			} else if !last {
				out = append(out, with(inner, path[1:], value))
			} else if value != nil {
				out = append(out, value)
			}
		}
		return out
	}
	panic("a path holds names and indexes")
}

type validator interface{ ValidateAll() error }
type several interface{ AllErrors() []error }
type violation interface {
	Field() string
	Cause() error
}

// The paths of all fields in error, also inside every Any of a known type.
func violations(message proto.Message) []string {
	found := map[string]bool{}
	validateAt(message, "", found)
	paths := make([]string, 0, len(found))
	for path := range found {
		paths = append(paths, strings.ToLower(strings.ReplaceAll(strings.TrimPrefix(path, "."), "_", "")))
	}
	sort.Strings(paths)
	return slices.Compact(paths)
}

func validateAt(message proto.Message, at string, found map[string]bool) {
	if validator, ok := message.(validator); ok {
		leaves(validator.ValidateAll(), at, found)
	}
	openAnys(message.ProtoReflect(), at, found)
}

func leaves(err error, at string, found map[string]bool) {
	switch err := err.(type) {
	case nil:
	case several:
		for _, inner := range err.AllErrors() {
			leaves(inner, at, found)
		}
	case violation:
		here := at + "." + err.Field()
		if err.Cause() == nil {
			found[here] = true
		} else {
			leaves(err.Cause(), here, found)
		}
	default:
		log.Fatalf("an error without field: %v", err)
	}
}

func openAnys(message protoreflect.Message, at string, found map[string]bool) {
	if packed, ok := message.Interface().(*anypb.Any); ok {
		if inner, err := packed.UnmarshalNew(); err == nil {
			validateAt(inner, at, found)
		}
		return
	}
	message.Range(func(field protoreflect.FieldDescriptor, value protoreflect.Value) bool {
		here := at + "." + string(field.Name())
		switch {
		case field.IsMap():
			if field.MapValue().Message() != nil {
				value.Map().Range(func(key protoreflect.MapKey, value protoreflect.Value) bool {
					openAnys(value.Message(), fmt.Sprintf("%s[%v]", here, key), found)
					return true
				})
			}
		case field.Message() == nil:
		case field.IsList():
			for i := 0; i < value.List().Len(); i++ {
				openAnys(value.List().Get(i).Message(), fmt.Sprintf("%s[%d]", here, i), found)
			}
		default:
			openAnys(value.Message(), here, found)
		}
		return true
	})
}
