/** Files one after another in one file, as POSIX (ustar) writes it. */

const BLOCK = 512
/** Eleven octal digits: past it a size is written in base 256. */
const OCTAL_MAX = 8 ** 11

/** Makes the block before the bytes of a file. */
export function tarHead(name: string, bytes: number, changedAt: Date): Buffer {
  const head = Buffer.alloc(BLOCK)
  head.write(name, 0, 100)
  head.write('0000644\0', 100)
  head.write('0000000\0', 108)
  head.write('0000000\0', 116)
  writeSize(head, bytes)
  head.write(
    `${Math.floor(changedAt.getTime() / 1000)
      .toString(8)
      .padStart(11, '0')}\0`,
    136,
  )
  head.write('        ', 148)
  head.write('0', 156)
  head.write('ustar\0' + '00', 257)
  const sum = head.reduce((all, byte) => all + byte, 0)
  head.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return head
}

function writeSize(head: Buffer, bytes: number): void {
  if (bytes < OCTAL_MAX) head.write(`${bytes.toString(8).padStart(11, '0')}\0`, 124)
  else {
    head[124] = 0x80
    head.writeBigUInt64BE(BigInt(bytes), 128)
  }
}

/** Fills the last block of a file. */
export const tarPadding = (bytes: number): Buffer => Buffer.alloc((BLOCK - (bytes % BLOCK)) % BLOCK)

export const tarEnd = (): Buffer => Buffer.alloc(BLOCK * 2)
