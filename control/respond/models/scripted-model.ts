/** A server that speaks the protocols of models and returns the answers that a test scripts. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type ModelRequest = {
  readonly path: string
  readonly headers: IncomingMessage['headers']
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into requests of any shape
  readonly body: any
}

/** A text is the model's; a status is an error of the server; `raw` is what goes over the wire; `hang` answers never, `drip` begins and never ends. */
export type ModelReply =
  | { readonly text: string; readonly usage?: readonly [number, number] }
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>> }
  | { readonly raw: string }
  | 'hang'
  | 'drip'
  | 'drop'

export type ScriptedModel = {
  readonly url: string
  readonly requests: ModelRequest[]
  /** Answers the next requests, in their order; after them `otherwise` does. */
  readonly script: ModelReply[]
  otherwise: (request: ModelRequest) => ModelReply
  /** Cuts all connections: those that hang fail at once. */
  hangUp(): void
  close(): Promise<void>
}

export async function openScriptedModel(): Promise<ScriptedModel> {
  const model = {
    requests: [] as ModelRequest[],
    script: [] as ModelReply[],
    otherwise: (): ModelReply => ({ status: 500 }),
  }
  const opened: ScriptedModel = { ...model, url: '', hangUp() {}, close: async () => {} }
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    const received = { path: request.url ?? '', headers: request.headers, body: JSON.parse(text) }
    opened.requests.push(received)
    answer(received, opened.script.shift() ?? opened.otherwise(received), response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return Object.assign(opened, {
    url: `http://127.0.0.1:${port}/v1`,
    hangUp: () => server.closeAllConnections(),
    close: () => {
      server.closeAllConnections()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  })
}

function answer(request: ModelRequest, fields: ModelReply, response: ServerResponse): void {
  if (fields === 'hang') return
  if (fields === 'drip') return drip(response)
  if (fields === 'drop') response.destroy()
  else if ('raw' in fields) response.end(fields.raw)
  else if ('status' in fields) response.writeHead(fields.status, fields.headers).end('{"error":{"message":"no"}}')
  else response.end(JSON.stringify(request.path.endsWith('/messages') ? message(fields) : completion(fields)))
}

/** Sends blanks, which JSON may begin with, until the client has gone. */
function drip(response: ServerResponse): void {
  const timer = setInterval(() => response.write(' '), 10)
  response.on('close', () => clearInterval(timer))
}

type Text = Extract<ModelReply, { readonly text: string }>

function completion({ text, usage }: Text) {
  const counted = usage === undefined ? {} : { usage: { prompt_tokens: usage[0], completion_tokens: usage[1] } }
  const choices = [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: text } }]
  return { id: 'c-1', object: 'chat.completion', model: 'scripted-1', choices, ...counted }
}

function message({ text, usage }: Text) {
  const counted = usage === undefined ? {} : { usage: { input_tokens: usage[0], output_tokens: usage[1] } }
  const content = [{ type: 'text', text }]
  return { id: 'm-1', type: 'message', role: 'assistant', model: 'scripted-1', content, ...counted }
}
