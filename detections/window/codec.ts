/** The stored form of a group, without the state of a judgement in progress: groups are written when all are judged. */
import { assert } from '../../platform/assert.ts'
import type { Entry } from './columns.ts'
import { type Chain, Group } from './group.ts'
import { groupName } from './group-name.ts'
import { RecordReader, RecordWriter } from './record.ts'

/** In layout 1 a chain has no `barredMs`; in layout 2 a group has no early chains. Both are read. */
const LAYOUT = 3
const NO_CHAIN: Chain = { members: [], barredMs: -1 }

export function encodeGroup(group: Group): Buffer {
  const record = new RecordWriter()
  const { out } = record
  out.long(LAYOUT)
  record.many(group.key, (text) => out.string(text))
  out.long(group.serial).long(group.judgedToMs).long(group.barredMs).long(group.scannedMs)
  record.many(group.raised, ({ span, timeMs, passedOn }) =>
    out
      .long(span)
      .long(timeMs)
      .long(passedOn ? 1 : 0),
  )
  record.many(group.pending, (chain) => writeChain(record, chain ?? NO_CHAIN))
  record.many(group.closing, (chain) => writeChain(record, chain))
  record.many(group.early, ({ mark, members }) => {
    out.string(mark)
    writeEntries(record, members)
  })
  writeEntries(record, group.entries.slice(group.entries.first, group.entries.end))
  return record.finish()
}

export function decodeGroup(payload: Buffer): Group {
  const record = new RecordReader(payload)
  const { from } = record
  const layout = from.long()
  assert(layout >= 1 && layout <= LAYOUT, 'a stored group has a known layout')
  const key = record.many(() => from.string())
  const group = new Group(groupName(key) ?? '', key)
  group.serial = from.long()
  group.judgedToMs = from.long()
  group.barredMs = from.long()
  group.scannedMs = from.long()
  group.raised = record.many(() => ({
    span: from.long(),
    timeMs: from.long(),
    passedOn: from.long() === 1,
    isReported: true,
    isNews: false,
  }))
  group.pending = record.many(() => readChain(record, layout)).map((chain) => (chain.members.length > 0 ? chain : null))
  group.closing = record.many(() => readChain(record, layout))
  if (layout > 2) group.early = record.many(() => ({ mark: from.string(), members: readEntries(record) }))
  for (const entry of readEntries(record)) group.entries.insert(entry)
  group.bytes += group.entries.bytes(group.entries.first, group.entries.end)
  group.scannedTo = group.entries.end
  return group
}

function writeChain(record: RecordWriter, { members, barredMs }: Chain): void {
  record.out.long(barredMs)
  writeEntries(record, members)
}

function readChain(record: RecordReader, layout: number): Chain {
  const barredMs = layout === 1 ? -1 : record.from.long()
  return { members: readEntries(record), barredMs }
}

function writeEntries(record: RecordWriter, entries: readonly Entry[]): void {
  let beforeMs = 0
  record.many(entries, (entry) => {
    record.entry(entry, beforeMs)
    beforeMs = entry.timeMs
  })
}

function readEntries(record: RecordReader): Entry[] {
  let beforeMs = 0
  return record.many(() => {
    const entry = record.entry(beforeMs)
    beforeMs = entry.timeMs
    return entry
  })
}
