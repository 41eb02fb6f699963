/** Limits of one request; a single event may be larger. */
export type BatchLimits = { readonly bytesMax: number; readonly eventsMax: number }

export type FileBatch = {
  readonly body: Buffer
  readonly type: string
  /** Bytes of the file, about. */
  readonly bytes: number
  readonly events: number
}
