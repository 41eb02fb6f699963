/** Searches files for an erased subject, as many as a request may read. */
import type { TenantId } from '../../../../platform/tenant.ts'
import type { Left } from './certificate.ts'
import type { Subject } from './subject-deletion.ts'

export type SubjectFile = {
  readonly where: 'archive' | 'files of exports'
  /** Sorts the files; a proof continues after the last one that it has read. */
  readonly key: string
  readonly bytes: number
  /** True when a legal hold keeps its events in the lake as well, so that an erasure has not changed it. */
  readonly isHeld: boolean
  /** Rows that name the subject and none of `held`. Null when the file cannot be searched. */
  readonly count: (subject: Subject, held: readonly string[]) => Promise<number | null>
}

export type SubjectFiles = {
  /** Sorted by key. `lost` is the number of files of the archive that are lost. */
  list(tenant: TenantId): Promise<{ readonly files: readonly SubjectFile[]; readonly lost: number }>
}

/**
 * Read by one request; a single larger file is read all the same.
 * @bound files that one answer of a proof reads; their bytes = {files}; {bytes} -> the answer has a `next_file`
 */
const PAGE_LIMITS = { files: 100, bytes: 256 << 20 } as const

export type FilesSearched = {
  readonly searched: readonly string[]
  readonly found: Readonly<Record<string, number>>
  readonly remains: readonly Left[]
  /** Key of the last file that was read, when there are more. */
  readonly next: string | null
}

const WHY_HELD = 'a legal hold keeps its events in the lake as well'
const WHY_BESIDE = 'rows that name a subject of a legal hold as well'
const WHY_UNREADABLE = 'a file cannot be searched'

export async function searchFiles(
  { files, lost }: Awaited<ReturnType<SubjectFiles['list']>>,
  {
    subject,
    held,
    after,
  }: { readonly subject: Subject; readonly held: readonly string[]; readonly after: string | null },
  limits: { readonly files: number; readonly bytes: number } = PAGE_LIMITS,
): Promise<FilesSearched> {
  const rest = files.filter(({ key }) => after === null || key > after)
  const page = pageOf(rest, limits)
  const found: Record<string, number> = {}
  const remains: Left[] = []
  for (const { where, isHeld, count } of page) {
    const free = await count(subject, held)
    const all = held.length === 0 || free === null ? free : await count(subject, [])
    if (free === null || all === null) remains.push({ where, rows: null, why: WHY_UNREADABLE })
    else if (isHeld && all > 0) remains.push({ where, rows: all, why: WHY_HELD })
    else {
      if (free > 0) found[where] = (found[where] ?? 0) + free
      if (all > free) remains.push({ where, rows: all - free, why: WHY_BESIDE })
    }
  }
  const next = page.length < rest.length ? (page.at(-1)?.key ?? null) : null
  if (next === null && lost > 0) remains.push(lostFiles(lost))
  return { searched: [...new Set(page.map(({ where }) => where))], found, remains, next }
}

export function lostFiles(lost: number): Left {
  return { where: 'archive', rows: null, why: `${lost} files are lost; none of them is taken in again` }
}

function pageOf(files: readonly SubjectFile[], limits: { readonly files: number; readonly bytes: number }) {
  let bytes = 0
  const page: SubjectFile[] = []
  for (const file of files) {
    if (page.length >= limits.files || (page.length > 0 && bytes + file.bytes > limits.bytes)) break
    bytes += file.bytes
    page.push(file)
  }
  return page
}
