/** A response that is read as a stream. */
export class DownloadedFile {
  readonly response: Response

  constructor(response: Response) {
    this.response = response
  }

  get contentType(): string {
    return this.response.headers.get('content-type') ?? ''
  }

  get stream(): ReadableStream<Uint8Array> | null {
    return this.response.body
  }

  text(): Promise<string> {
    return this.response.text()
  }

  async bytes(): Promise<Uint8Array> {
    return new Uint8Array(await this.response.arrayBuffer())
  }

  /** Lines without their ends. */
  async *lines(): AsyncGenerator<string> {
    const reader = this.response.body?.getReader()
    if (!reader) return
    const decoder = new TextDecoder()
    let rest = ''
    try {
      for (;;) {
        const { done, value } = await reader.read()
        rest += done ? decoder.decode() : decoder.decode(value, { stream: true })
        const lines = rest.split('\n')
        rest = lines.pop() ?? ''
        for (const line of lines) yield line.endsWith('\r') ? line.slice(0, -1) : line
        if (done) break
      }
      if (rest !== '') yield rest
    } finally {
      await reader.cancel()
    }
  }

  async close(): Promise<void> {
    await this.response.body?.cancel()
  }
}
