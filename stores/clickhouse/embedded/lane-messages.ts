/** Messages between the HTTP face and the thread of a lane. */

export type Job = {
  readonly id: number
  /** Statements that prepare the fresh session: `USE`, parameters, settings. Only the HTTP face writes them. */
  readonly prepare: string
  /**
   * `stream` sends a SELECT's result block by block; `whole` runs a SELECT to its end before it sends the result;
   * `write` is any other statement.
   */
  readonly mode: 'stream' | 'whole' | 'write'
  /** One statement. The engine's parser refuses a second one before anything runs. */
  readonly sql: string
  /** Output format when the statement names none. */
  readonly format: string
}

export type ToLane =
  | { readonly kind: 'run'; readonly job: Job }
  /** The face has passed a chunk on and asks for the next. */
  | { readonly kind: 'pull'; readonly id: number }
  | { readonly kind: 'cancel'; readonly id: number }
  | { readonly kind: 'close' }

export type FromLane =
  | { readonly kind: 'chunk'; readonly id: number; readonly bytes: Uint8Array<ArrayBuffer> }
  /** `rows` and `bytes` are the engine's count of a write, undefined for a read. */
  | { readonly kind: 'done'; readonly id: number; readonly rows?: number; readonly bytes?: number }
  | { readonly kind: 'failed'; readonly id: number; readonly message: string }
  | { readonly kind: 'closed' }

export type LaneData = { readonly path: string; readonly args: readonly string[] }
