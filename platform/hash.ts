import { codeAt } from './code-at.ts'

/**
 * FNV-1a over UTF-16 code units, 32 bits: distributes keys over partitions. Must never change, because stored data
 * depends on it.
 */
export function hash32(text: string): number {
  let h = 0x811c9dc5
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ codeAt(text, i), 0x01000193)
  return h >>> 0
}

/** The partition of a key, the same in every process and every version. */
export function partitionOf(key: string, partitions: number): number {
  return hash32(key) % partitions
}
