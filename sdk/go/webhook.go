package svc

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"regexp"
	"strconv"
	"time"
)

// Maximum age of a timed signature, in either direction.
const signatureTolerance = 300 * time.Second

var (
	plainSignature = regexp.MustCompile(`^sha256=([0-9a-fA-F]{64})$`)
	datedSignature = regexp.MustCompile(`^t=([0-9]{1,12}),v1=([0-9a-fA-F]{64})$`)
)

// VerifySignature is true if header (X-SVC-Signature) is the signature of the raw body with the secret: sha256=HEX, or
// t=SECONDS,v1=HEX, which is valid for five minutes. Verify the received bytes before you parse the body.
func VerifySignature(body []byte, header, secret string) bool {
	return verifySignatureAt(body, header, secret, time.Now())
}

func verifySignatureAt(body []byte, header, secret string, now time.Time) bool {
	if plain := plainSignature.FindStringSubmatch(header); plain != nil {
		return isSigned(plain[1], secret, body)
	}
	dated := datedSignature.FindStringSubmatch(header)
	if dated == nil {
		return false
	}
	seconds, err := strconv.ParseInt(dated[1], 10, 64)
	if err != nil {
		return false
	}
	isTimely := now.Sub(time.Unix(seconds, 0)).Abs() <= signatureTolerance
	return isSigned(dated[2], secret, append([]byte(dated[1]+"."), body...)) && isTimely
}

func isSigned(given, secret string, content []byte) bool {
	digest, err := hex.DecodeString(given)
	if err != nil {
		return false
	}
	own := hmac.New(sha256.New, []byte(secret))
	own.Write(content)
	return hmac.Equal(digest, own.Sum(nil))
}
