/** `svc push keys`: a pair of keys of P-256 (RFC 8292), as settings. */
export async function runPushKeys(): Promise<void> {
  const { default: webPush } = await import('web-push')
  const { publicKey, privateKey } = webPush.generateVAPIDKeys()
  process.stdout.write(`VAPID_PUBLIC_KEY=${publicKey}\nVAPID_PRIVATE_KEY=${privateKey}\n`)
}
