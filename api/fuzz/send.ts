/**
 * Sends raw bytes over a socket, because an HTTP client would repair an invalid URL or header before the server sees
 * it.
 */
import http from 'node:http'
import type { FuzzRequest } from './requests.ts'

export type FuzzAnswer = { readonly status: number; readonly type: string; readonly text: string }

export type Sender = {
  send(request: FuzzRequest): Promise<FuzzAnswer>
  close(): void
}

export function openSender(port: number): Sender {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 4 })
  return {
    send: ({ method, path, headers, body }) =>
      new Promise((resolve, reject) => {
        const sent = http.request({ agent, port, host: '127.0.0.1', method, path, headers: withLength(headers, body) })
        sent.on('response', (answer) => resolve(answerOf(answer)))
        sent.on('error', reject)
        sent.end(body)
      }),
    close: () => agent.destroy(),
  }
}

function withLength(headers: FuzzRequest['headers'], body: FuzzRequest['body']): Record<string, string> {
  return body === undefined ? headers : { ...headers, 'content-length': String(Buffer.byteLength(body)) }
}

async function answerOf(answer: http.IncomingMessage): Promise<FuzzAnswer> {
  const chunks: Buffer[] = []
  for await (const chunk of answer) chunks.push(chunk)
  return {
    status: answer.statusCode ?? 0,
    type: answer.headers['content-type'] ?? '',
    text: Buffer.concat(chunks).toString('utf8'),
  }
}
