/** Methods of Node's Buffer that its types leave out. They skip the encoding look-up, which matters per event. */
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
