import { type ServerResponse, STATUS_CODES } from 'node:http'

/** Problem details (RFC 9457), as the API answers. */
export function problem(response: ServerResponse, status: number, detail: string): void {
  response.writeHead(status, { 'content-type': 'application/problem+json', 'cache-control': 'no-store' })
  response.end(JSON.stringify({ type: 'about:blank', title: STATUS_CODES[status], status, detail }))
}
