// Stands for the image coredns of the suite's UDPRoute tests, which need any DNS reply; the real one would ask public resolvers.
package main

import (
	"log"

	"github.com/miekg/dns"
)

func main() {
	answer := dns.HandlerFunc(func(writer dns.ResponseWriter, query *dns.Msg) {
		_ = writer.WriteMsg(new(dns.Msg).SetReply(query))
	})
	log.Fatal((&dns.Server{Addr: ":53", Net: "udp", Handler: answer}).ListenAndServe())
}
