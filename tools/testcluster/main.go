// The control plane of the test ground in one binary: etcd, kube-apiserver and kube-controller-manager.
// In: the name it is called by (argv[0], so a link per program), then that program's own flags. Out: its exit code.
// The three share most of their packages, so one binary compiles them once and is a third of the size of three.
package main

import (
	"fmt"
	"os"
	"path/filepath"

	etcd "go.etcd.io/etcd/server/v3/etcdmain"
	"k8s.io/component-base/cli"
	_ "k8s.io/component-base/logs/json/register"
	_ "k8s.io/component-base/metrics/prometheus/clientgo"
	apiserver "k8s.io/kubernetes/cmd/kube-apiserver/app"
	controllermanager "k8s.io/kubernetes/cmd/kube-controller-manager/app"
)

func main() {
	switch name := filepath.Base(os.Args[0]); name {
	case "etcd":
		etcd.Main(os.Args)
	case "kube-apiserver":
		os.Exit(cli.Run(apiserver.NewAPIServerCommand()))
	case "kube-controller-manager":
		os.Exit(cli.Run(controllermanager.NewControllerManagerCommand()))
	default:
		fmt.Fprintf(os.Stderr, "called as %q; call it as etcd, kube-apiserver or kube-controller-manager\n", name)
		os.Exit(2)
	}
}
