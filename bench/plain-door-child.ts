/**
 * The server of `plain-door.ts`: bodies that arrive during a sync are written and synced together, and then answered.
 * It parses and keeps nothing: the file is overwritten in a circle, so that its blocks are allocated.
 */
import fs from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'

const PIECE = Buffer.alloc(1 << 20)
const FILE_PIECES = 256
/**
 * Before this position the next write starts again at the beginning: no group of bodies reaches the end of the file.
 */
const ROUND_BYTES = 192 << 20

type Waiting = { readonly pieces: readonly Buffer[]; readonly answer: () => void }

const fd = fs.openSync(process.argv[2] as string, 'w')
for (let i = 0; i < FILE_PIECES; i++) fs.writeSync(fd, PIECE, 0, PIECE.length, i * PIECE.length)
fs.fsyncSync(fd)
let at = 0
let waiting: Waiting[] = []
let isSyncing = false

const server = http.createServer((request, response) => {
  const pieces: Buffer[] = []
  request.on('data', (piece: Buffer) => pieces.push(piece))
  request.on('end', () => {
    waiting.push({ pieces, answer: () => response.writeHead(202).end('{"accepted":1}') })
    if (!isSyncing) sync()
  })
})

function sync(): void {
  const group = waiting
  waiting = []
  isSyncing = group.length > 0
  if (!isSyncing) return
  const pieces = group.flatMap((one) => one.pieces)
  const end = at + fs.writevSync(fd, pieces, at)
  at = end > ROUND_BYTES ? 0 : end
  fs.fdatasync(fd, (error) => {
    if (error) throw error
    for (const { answer } of group) answer()
    sync()
  })
}

server.listen(0, '127.0.0.1', () => process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
