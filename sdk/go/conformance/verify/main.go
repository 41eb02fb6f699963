// Command verify verifies the test vectors in Go, and prints the fault of each as JSON.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"strings"

	svc "github.com/svc/svc/sdk/go"
)

type vectors struct {
	Exports []struct {
		Content, Signature string
		KeyIDs             []string `json:"key_ids"`
	}
	Bundles [][]byte
	Folders []string
	Audits  []struct {
		Content string
		KeyIDs  []string `json:"key_ids"`
		Known   *struct {
			Size uint64
			Root string
		}
	}
}

type audit struct {
	Fault   *string `json:"fault"`
	Line    int     `json:"line"`
	Entries uint64  `json:"entries"`
	Heads   int     `json:"heads"`
	Size    *uint64 `json:"size"`
}

func must(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func faultOf(verdict *svc.ExportVerdict) *string {
	if verdict.Fault == "" {
		return nil
	}
	return &verdict.Fault
}

func main() {
	text, err := os.ReadFile(os.Getenv("VECTORS"))
	must(err)
	var all vectors
	must(json.Unmarshal(text, &all))
	answers := struct {
		Exports []*string `json:"exports"`
		Rows    []*string `json:"rows"`
		Bundles []*string `json:"bundles"`
		Folders []*string `json:"folders"`
		Audits  []audit   `json:"audits"`
	}{}
	for _, one := range all.Exports {
		verdict, err := svc.VerifyExport(strings.NewReader(one.Content), []byte(one.Signature), &svc.VerifyExportOptions{KeyIDs: one.KeyIDs})
		must(err)
		answers.Exports = append(answers.Exports, faultOf(verdict))
	}
	for _, rows := range []int{2, 3} {
		first := all.Exports[0]
		verdict, err := svc.VerifyExport(strings.NewReader(first.Content), []byte(first.Signature), &svc.VerifyExportOptions{Rows: &rows})
		must(err)
		answers.Rows = append(answers.Rows, faultOf(verdict))
	}
	for _, one := range all.Bundles {
		answers.Bundles = append(answers.Bundles, faultOf(svc.VerifyExportBundle(bytes.NewReader(one), int64(len(one)), nil)))
	}
	for _, one := range all.Folders {
		verdict, err := svc.VerifyExportFolder(os.DirFS(one), nil)
		must(err)
		answers.Folders = append(answers.Folders, faultOf(verdict))
	}
	for _, one := range all.Audits {
		options := &svc.VerifyAuditOptions{KeyIDs: one.KeyIDs}
		if one.Known != nil {
			options.KnownHead = &svc.AuditLogHead{Size: one.Known.Size, Root: one.Known.Root}
		}
		verdict, err := svc.VerifyAuditLog(strings.NewReader(one.Content), options)
		must(err)
		found := audit{Entries: verdict.Entries, Heads: verdict.Heads}
		if verdict.Fault != nil {
			found.Fault, found.Line = &verdict.Fault.Detail, verdict.Fault.Line
		}
		if verdict.Head != nil {
			found.Size = &verdict.Head.Size
		}
		answers.Audits = append(answers.Audits, found)
	}
	must(json.NewEncoder(os.Stdout).Encode(answers))
}
