// Usage: go build verify.go && WEBHOOK_SECRET=whsec_… ./verify SIGNATURE < body, exit code 0 or 1.
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"log"
	"os"
)

// isGenuine reports whether signature, the header X-Webhook-Signature, is valid for body, the raw bytes of the request.
func isGenuine(body []byte, signature, secret string) bool {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write(body)
	expected := "sha256=" + hex.EncodeToString(mac.Sum(nil))

	return hmac.Equal([]byte(signature), []byte(expected))
}

func main() {
	secret := os.Getenv("WEBHOOK_SECRET")
	if secret == "" || len(os.Args) != 2 {
		log.Fatal("WEBHOOK_SECRET and a signature are needed")
	}
	body, err := io.ReadAll(os.Stdin)
	if err != nil {
		log.Fatal(err)
	}
	if !isGenuine(body, os.Args[1], secret) {
		os.Exit(1)
	}
}
