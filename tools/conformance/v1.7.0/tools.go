//go:build tools

// Package conformance pins the suite's echo server, which is a program, in go.mod.
package conformance

import _ "sigs.k8s.io/gateway-api-conformance-images/echo-basic"
