/** Methods that Node's Buffer has and its types leave out: they skip the encoding look-up, worth it per event. */
declare global {
  interface Buffer<TArrayBuffer extends ArrayBufferLike = ArrayBufferLike> extends Uint8Array<TArrayBuffer> {
    latin1Slice(start?: number, end?: number): string
    utf8Slice(start?: number, end?: number): string
    latin1Write(text: string, offset?: number, length?: number): number
    ucs2Write(text: string, offset?: number, length?: number): number
    utf8Write(text: string, offset?: number, length?: number): number
  }
}

export {}
