package svc

import (
	"archive/zip"
	"bufio"
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Exports and audit logs are verified offline: digests, Ed25519 signatures, and the chain and Merkle tree of the log.
// The SDKs of the other languages follow the same rules and report the same faults.

const (
	exportFormat        = "svc-export-v1"
	exportSignatureFile = "signature.json"
	// Maximum unpacked bytes of a bundle.
	exportUnpackedMax = 512 << 20
)

// VerifyExportOptions configure the verification of an export.
type VerifyExportOptions struct {
	// KeyIDs are the ids of trusted keys. If nil, the key in the signature is accepted: compare its id with the one that
	// you know.
	KeyIDs []string
	// Rows is the number of rows that you counted in the content: the signed number must be equal.
	Rows *int
}

// ExportVerdict is the result of verifying an export.
type ExportVerdict struct {
	// Fault is why the signature does not match the content; empty if it does.
	Fault string
	// Statement is the signed statement: tenant, kind, rows, time and key. Do not rely on it if there is a fault.
	Statement DetachedExportSignatureStatement
}

// VerifyExport verifies an exported file with its detached signature, which is JSON. The error is that of the reader.
func VerifyExport(content io.Reader, signature []byte, options *VerifyExportOptions) (*ExportVerdict, error) {
	digest := sha256.New()
	if _, err := io.Copy(digest, content); err != nil {
		return nil, err
	}
	if options == nil {
		options = &VerifyExportOptions{}
	}
	verdict := &ExportVerdict{}
	verdict.Fault = verdict.check(signature, hex.EncodeToString(digest.Sum(nil)), options)
	return verdict, nil
}

// VerifyExportBundle verifies a bundle: a ZIP file with one exported file and its signature.json.
func VerifyExportBundle(bundle io.ReaderAt, size int64, options *VerifyExportOptions) *ExportVerdict {
	content, signature, err := exportFiles(bundle, size)
	if err != nil {
		return &ExportVerdict{Fault: "it is no bundle of one exported file and its signature"}
	}
	verdict, _ := VerifyExport(bytes.NewReader(content), signature, options)
	return verdict
}

// VerifyExportFolder verifies a folder that svc export wrote, or into which the file of an export job was unpacked:
// os.DirFS(path).
func VerifyExportFolder(folder fs.FS, options *VerifyExportOptions) (*ExportVerdict, error) {
	text, err := fs.ReadFile(folder, "manifest.json")
	if err != nil {
		return nil, err
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	var manifest map[string]any
	var named struct {
		Files     []struct{ File, Sha256 string }
		Signature json.RawMessage
	}
	if decoder.Decode(&manifest) != nil || json.Unmarshal(text, &named) != nil {
		return &ExportVerdict{Fault: "its signature is of an unknown form"}, nil
	}
	delete(manifest, "signature")
	verdict, err := VerifyExport(strings.NewReader(canonicalValue(manifest)), named.Signature, options)
	if err != nil || verdict.Fault != "" {
		return verdict, err
	}
	for _, one := range named.Files {
		content, err := folder.Open(path.Base(one.File))
		if errors.Is(err, fs.ErrNotExist) {
			verdict.Fault = one.File + " is missing"
			return verdict, nil
		}
		if err != nil {
			return nil, err
		}
		digest := sha256.New()
		_, err = io.Copy(digest, content)
		_ = content.Close()
		if err != nil {
			return nil, err
		}
		if hex.EncodeToString(digest.Sum(nil)) != one.Sha256 {
			verdict.Fault = one.File + " is not the file that was exported"
			return verdict, nil
		}
	}
	return verdict, nil
}

// canonicalValue is RFC 8785 for whole numbers, as in a manifest.
func canonicalValue(value any) string {
	switch value := value.(type) {
	case map[string]any:
		members := make([]string, 0, len(value))
		for _, name := range slices.Sorted(maps.Keys(value)) {
			members = append(members, quoted(name)+":"+canonicalValue(value[name]))
		}
		return "{" + strings.Join(members, ",") + "}"
	case []any:
		items := make([]string, 0, len(value))
		for _, item := range value {
			items = append(items, canonicalValue(item))
		}
		return "[" + strings.Join(items, ",") + "]"
	case string:
		return quoted(value)
	case json.Number:
		return value.String()
	case bool:
		return strconv.FormatBool(value)
	default:
		return "null"
	}
}

func exportFiles(bundle io.ReaderAt, size int64) (content, signature []byte, err error) {
	archive, err := zip.NewReader(bundle, size)
	if err != nil {
		return nil, nil, err
	}
	if len(archive.File) != 2 {
		return nil, nil, errors.New("not two files")
	}
	left := int64(exportUnpackedMax)
	hasSignature := false
	for _, file := range archive.File {
		opened, err := file.Open()
		if err != nil {
			return nil, nil, err
		}
		unpacked, err := io.ReadAll(io.LimitReader(opened, left+1))
		_ = opened.Close()
		if left -= int64(len(unpacked)); err != nil || left < 0 {
			return nil, nil, errors.Join(err, errors.New("too large"))
		}
		if file.Name == exportSignatureFile {
			signature, hasSignature = unpacked, true
		} else {
			content = unpacked
		}
	}
	if !hasSignature || archive.File[0].Name == archive.File[1].Name {
		return nil, nil, errors.New("no signature")
	}
	return content, signature, nil
}

var exportStatement = []string{
	"content_sha256", "export_kind", "is_whole", "key_id", "query_digest", "row_count", "signed_at", "tenant_id",
}

func (v *ExportVerdict) check(signature []byte, digest string, options *VerifyExportOptions) string {
	var detached struct {
		Format, Algorithm, Signature string
		PublicKey                    string          `json:"public_key"`
		Statement                    json.RawMessage `json:"statement"`
	}
	canonical := ""
	if json.Unmarshal(signature, &detached) == nil && detached.Format == exportFormat && detached.Algorithm == "ed25519" {
		canonical = canonicalStatement(detached.Statement)
	}
	if canonical == "" || json.Unmarshal(detached.Statement, &v.Statement) != nil {
		return "its signature is of an unknown form"
	}
	key := base64url(detached.PublicKey)
	if len(key) != ed25519.PublicKeySize || keyID(key) != v.Statement.KeyID {
		return "the key is not the one that its id names"
	}
	if options.KeyIDs != nil && !slices.Contains(options.KeyIDs, v.Statement.KeyID) {
		return fmt.Sprintf("key %s is not one you trust", v.Statement.KeyID)
	}
	if !isEd25519(exportFormat+"\n"+canonical, detached.Signature, key) {
		return "the signature is not valid"
	}
	if v.Statement.ContentSha256 != digest {
		return "the content is not the one that was signed"
	}
	if options.Rows != nil && *options.Rows != int(v.Statement.RowCount) {
		return fmt.Sprintf("%d rows were counted and %d signed", *options.Rows, int(v.Statement.RowCount))
	}
	return ""
}

// canonicalStatement is RFC 8785 for members that are text, booleans and whole numbers; empty for anything else.
func canonicalStatement(raw json.RawMessage) string {
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.UseNumber()
	var members map[string]any
	if decoder.Decode(&members) != nil || len(members) != len(exportStatement) {
		return ""
	}
	texts := make([]string, 0, len(members))
	for _, name := range exportStatement {
		text := ""
		switch value := members[name].(type) {
		case string:
			text = quoted(value)
		case bool:
			text = strconv.FormatBool(value)
		case json.Number:
			whole, err := value.Int64()
			if err != nil || whole > 1<<53-1 || whole < -(1<<53-1) {
				return ""
			}
			text = strconv.FormatInt(whole, 10)
		default:
			return ""
		}
		texts = append(texts, `"`+name+`":`+text)
	}
	return "{" + strings.Join(texts, ",") + "}"
}

// quoted writes text as ECMAScript does; encoding/json escapes more.
func quoted(text string) string {
	short := map[rune]string{'"': `\"`, '\\': `\\`, '\b': `\b`, '\f': `\f`, '\n': `\n`, '\r': `\r`, '\t': `\t`}
	var builder strings.Builder
	builder.WriteByte('"')
	for _, char := range text {
		if escape, ok := short[char]; ok {
			builder.WriteString(escape)
		} else if char < 0x20 {
			fmt.Fprintf(&builder, `\u%04x`, char)
		} else {
			builder.WriteRune(char)
		}
	}
	builder.WriteByte('"')
	return builder.String()
}

// AuditLogHead says that the first Size entries of a tenant's log had this root.
type AuditLogHead struct {
	TenantID string
	Size     uint64
	TimeMs   int64
	Root     string
	KeyID    string

	signature string
	signed    string
}

// AuditFault is a fault in a line of an exported log.
type AuditFault struct {
	Line   int
	Detail string
}

// AuditVerdict is the result of verifying an audit log.
type AuditVerdict struct {
	// Fault is the first fault; nil if there is none.
	Fault *AuditFault
	// Head is the newest head, at the beginning of the file. Store it, and pass it as KnownHead with a later export.
	Head *AuditLogHead
	// Entries is the number of verified entries, up to the fault.
	Entries uint64
	Heads   int
	KeyIDs  []string
}

// VerifyAuditOptions configure the verification of a log.
type VerifyAuditOptions struct {
	// KeyIDs are the ids of trusted keys. If nil, the keys in the file are accepted: compare their ids with those that you
	// know.
	KeyIDs []string
	// KnownHead is the head of an earlier export: the entries that it covers must be unchanged.
	KnownHead *AuditLogHead
}

// Matches a head, {"key_id":...}, with its members in this order.
const auditHead = `\{"key_id":"([^"\\]*)","root":"([0-9a-f]{64})","signature":"([A-Za-z0-9_-]{86})","size":([0-9]{1,15}),` +
	`"tenant_id":("(?:[^"\\]|\\.)*"),"time_ms":([0-9]{1,15})\}`

var (
	auditFirst = regexp.MustCompile(`^\{"bundle":"svc-audit-bundle-v1","head":` + auditHead + `\}$`)
	auditLater = regexp.MustCompile(`^\{"head":` + auditHead + `\}$`)
	auditKey   = regexp.MustCompile(`^\{"key":\{"key_id":"([^"\\]*)","public_key":"([A-Za-z0-9_-]{43})"\}\}$`)
	auditEntry = regexp.MustCompile(`(?s)^\{"entry":\{"document":(\{.*\}),"hash":"([0-9a-f]{64})","prev":"([0-9a-f]{64})","seq":([0-9]{1,15})\}\}$`)
)

const (
	// Longer than any line of an export.
	auditLineMax = 1 << 20
	auditKeysMax = 10_000
	auditBroken  = "the file ends within the line"
)

// VerifyAuditLog verifies an exported audit log: every entry, every link of the chain, and every signed head over the
// entries before it. The error is that of the reader.
func VerifyAuditLog(content io.Reader, options *VerifyAuditOptions) (*AuditVerdict, error) {
	if options == nil {
		options = &VerifyAuditOptions{}
	}
	log := &auditLog{options: options, keys: map[string][]byte{}, hash: strings.Repeat("0", 64)}
	reader := bufio.NewReaderSize(content, auditLineMax+1)
	line, fault := 0, ""
	for fault == "" {
		text, err := reader.ReadSlice('\n')
		if errors.Is(err, io.EOF) && len(text) == 0 {
			fault = log.end()
			break
		}
		line++
		switch {
		case errors.Is(err, io.EOF), errors.Is(err, bufio.ErrBufferFull):
			fault = auditBroken
		case err != nil:
			return nil, err
		default:
			fault = log.take(string(text[:len(text)-1]), line)
		}
	}
	verdict := &AuditVerdict{Head: log.first, Entries: log.size, Heads: log.heads, KeyIDs: log.ids}
	if fault != "" {
		verdict.Fault = &AuditFault{Line: line, Detail: fault}
	}
	return verdict, nil
}

type auditLog struct {
	options *VerifyAuditOptions
	keys    map[string][]byte
	ids     []string
	first   *AuditLogHead
	size    uint64
	heads   int
	// Hashes of whole subtrees, the largest first: one for each bit that is set in the size.
	peaks [][]byte
	hash  string
	// Size of the last verified head.
	proven uint64
}

func (l *auditLog) take(text string, line int) string {
	if entry := auditEntry.FindStringSubmatch(text); entry != nil {
		return l.entry(entry)
	}
	form := auditLater
	if line == 1 {
		form = auditFirst
	}
	head := headOf(form.FindStringSubmatch(text))
	if head != nil && line == 1 {
		l.first = head
		return ""
	}
	if l.first == nil {
		return "the file does not begin with its head"
	}
	if head != nil {
		return l.head(head)
	}
	found := auditKey.FindStringSubmatch(text)
	if found == nil || base64url(found[2]) == nil {
		return "the line is none that an export writes"
	}
	key := base64url(found[2])
	if l.size > 0 || len(l.keys) >= auditKeysMax || keyID(key) != found[1] {
		return fmt.Sprintf("key %s is not its own", found[1])
	}
	if _, ok := l.keys[found[1]]; !ok {
		l.ids = append(l.ids, found[1])
	}
	l.keys[found[1]] = key
	return ""
}

func (l *auditLog) end() string {
	if l.first == nil {
		return "the file is empty"
	}
	needed := l.first.Size
	if known := l.options.KnownHead; known != nil {
		needed = max(needed, known.Size)
	}
	if l.size < needed {
		return fmt.Sprintf("the file ends after entry %d", l.size)
	}
	if fault := l.headFault(l.first); fault != "" {
		return fault
	}
	if l.proven != l.first.Size || l.root() != l.first.Root {
		return "the last signed head is missing"
	}
	return ""
}

func (l *auditLog) entry(entry []string) string {
	if l.first == nil {
		return "the file does not begin with its head"
	}
	document, hash, previous := entry[1], entry[2], entry[3]
	seq, _ := strconv.ParseUint(entry[4], 10, 64)
	if l.size == 0 {
		if fault := l.headFault(l.first); fault != "" {
			return fault
		}
	}
	if seq != l.size+1 {
		return fmt.Sprintf("entry %d follows entry %d", seq, l.size)
	}
	if seq > l.first.Size {
		return "the signed head does not cover it"
	}
	var named map[string]json.RawMessage
	var tenant string
	if json.Unmarshal([]byte(document), &named) != nil || json.Unmarshal(named["tenant_id"], &tenant) != nil || tenant != l.first.TenantID {
		return "it is of another tenant"
	}
	before, _ := hex.DecodeString(previous)
	own := digest([]byte("svc-audit-entry-v1\n"), binary.BigEndian.AppendUint64(nil, seq), before, []byte(document))
	if hex.EncodeToString(own) != hash {
		return "its hash is not its own"
	}
	if previous != l.hash {
		return "its hash is its own and not the one the chain goes on from"
	}
	l.hash = hash
	node := digest([]byte{0}, own)
	for at := l.size; at%2 == 1; at /= 2 {
		node = digest([]byte{1}, l.peaks[len(l.peaks)-1], node)
		l.peaks = l.peaks[:len(l.peaks)-1]
	}
	l.peaks = append(l.peaks, node)
	l.size++
	if known := l.options.KnownHead; known != nil && known.Size == l.size && known.Root != l.root() {
		return "the log was another one when the head you kept was signed"
	}
	return ""
}

func (l *auditLog) head(head *AuditLogHead) string {
	if fault := l.headFault(head); fault != "" {
		return fault
	}
	switch {
	case head.Size <= l.proven:
		return "the file has a head of this size already"
	case head.Size != l.size:
		return fmt.Sprintf("after entry %d stands a head of %d entries", l.size, head.Size)
	case l.root() != head.Root:
		return "the entries agree with one another and not with the signed head"
	}
	l.proven = head.Size
	l.heads++
	return ""
}

func (l *auditLog) headFault(head *AuditLogHead) string {
	key, ok := l.keys[head.KeyID]
	switch {
	case !ok:
		return fmt.Sprintf("the file lacks key %s", head.KeyID)
	case l.options.KeyIDs != nil && !slices.Contains(l.options.KeyIDs, head.KeyID):
		return fmt.Sprintf("key %s is not one you trust", head.KeyID)
	case !isEd25519(head.signed, head.signature, key):
		return "the signature of the head is not valid"
	case head.TenantID != l.first.TenantID:
		return "the head is of another tenant"
	}
	return ""
}

func (l *auditLog) root() string {
	if len(l.peaks) == 0 {
		return hex.EncodeToString(digest())
	}
	root := l.peaks[len(l.peaks)-1]
	for at := len(l.peaks) - 2; at >= 0; at-- {
		root = digest([]byte{1}, l.peaks[at], root)
	}
	return hex.EncodeToString(root)
}

func headOf(match []string) *AuditLogHead {
	if match == nil {
		return nil
	}
	head := &AuditLogHead{KeyID: match[1], Root: match[2], signature: match[3]}
	if json.Unmarshal([]byte(match[5]), &head.TenantID) != nil {
		return nil
	}
	head.Size, _ = strconv.ParseUint(match[4], 10, 64)
	head.TimeMs, _ = strconv.ParseInt(match[6], 10, 64)
	head.signed = fmt.Sprintf(`svc-audit-head-v1%s{"key_id":"%s","root":"%s","size":%s,"tenant_id":%s,"time_ms":%s}`,
		"\n", match[1], match[2], match[4], match[5], match[6])
	return head
}

func digest(parts ...[]byte) []byte {
	hash := sha256.New()
	for _, part := range parts {
		hash.Write(part)
	}
	return hash.Sum(nil)
}

func keyID(key []byte) string { return hex.EncodeToString(digest(key))[:32] }

func isEd25519(text, signature string, key []byte) bool {
	raw := base64url(signature)
	return len(raw) == ed25519.SignatureSize && ed25519.Verify(key, []byte(text), raw)
}

// base64url is nil for invalid text, and for text with unused bits that are set, because one value would have several
// texts.
func base64url(text string) []byte {
	raw, err := base64.RawURLEncoding.Strict().DecodeString(text)
	if err != nil || strings.ContainsAny(text, "\r\n") || text == "" {
		return nil
	}
	return raw
}
