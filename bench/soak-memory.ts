/** Memory of each process of an instance in MB, and where we can see it, what holds it. */
import type { Instance } from '../services/supervisor/instance.ts'
import { usageOfTree } from './processes.ts'

const MB = 2 ** 20
const ANSWER_MS = 30_000

/**
 * Allocated bytes are what the allocator of the engine has handed out, and resident bytes beyond them are free pages that
 * it keeps. The primary keys of the parts grow with the lake.
 */
const ENGINE_FIGURES = `
  WITH (SELECT stats FROM system.jemalloc_stats) AS stats
  SELECT 'clickhouse allocated' AS name, toUInt64OrZero(extract(stats, 'Allocated: (\\\\d+)')) AS bytes
  UNION ALL SELECT 'clickhouse resident', toUInt64OrZero(extract(stats, ' resident: (\\\\d+)'))
  UNION ALL SELECT 'clickhouse allocator itself', toUInt64OrZero(extract(stats, ' metadata: (\\\\d+)'))
  UNION ALL SELECT 'clickhouse tracked', toUInt64(value) FROM system.metrics WHERE metric = 'MemoryTracking'
  UNION ALL SELECT 'clickhouse primary keys', sum(primary_key_bytes_in_memory_allocated) FROM system.parts
  FORMAT TSV`

export async function memoryOf(instance: Instance): Promise<Record<string, number>> {
  const processes = Object.entries(instance.children).flatMap(([name, pid]) => {
    if (pid === null) return []
    const { rssMb, anonymousMb } = usageOfTree(pid)
    return [[name, Math.round(rssMb)] as const, [`${name} anonymous`, Math.round(anonymousMb)] as const]
  })
  const [pipeline, ingest, engine] = await Promise.all([
    heapsOf('pipeline', `${instance.pipelineUrl}/internal/metrics`),
    heapsOf('ingest', `${instance.ingestUrl}/internal/metrics`),
    engineFigures(instance.clickhouseUrl),
  ])
  return { ...Object.fromEntries(processes), ...pipeline, ...ingest, ...engine }
}

/** Heap of a process of ours, its memory outside of it, and the heaps of its threads. */
async function heapsOf(process: string, url: string): Promise<Record<string, number>> {
  const text = await textOf(url)
  const figures = [
    ...text.matchAll(
      /^(nodejs_heap_size_used_bytes|nodejs_external_memory_bytes|svc_thread_\w+_bytes)({[^}]*})? (\S+)$/gm,
    ),
  ]
  return Object.fromEntries(
    figures.map(([, name = '', labels = '', value]) => {
      const thread = /thread="(\d+)"/.exec(labels)?.[1]
      return [
        `${process} ${name.replace(/^nodejs_|^svc_|_bytes$/g, '')}${thread === undefined ? '' : ` ${thread}`}`,
        Math.round(Number(value) / MB),
      ]
    }),
  )
}

async function engineFigures(address: string): Promise<Record<string, number>> {
  const url = new URL(address)
  const authorization = `Basic ${Buffer.from(`${url.username}:${url.password}`).toString('base64')}`
  url.username = ''
  url.password = ''
  const text = await textOf(url.href, { method: 'POST', body: ENGINE_FIGURES, headers: { authorization } })
  const rows = text.split('\n').filter(Boolean)
  return Object.fromEntries(
    rows.map((row) => {
      const [name = '', bytes] = row.split('\t')
      return [name, Math.round(Number(bytes) / MB)]
    }),
  )
}

/** Empty while the process is down: the sample then lacks its figures. */
async function textOf(url: string, request: RequestInit = {}): Promise<string> {
  try {
    const answer = await fetch(url, { ...request, signal: AbortSignal.timeout(ANSWER_MS) })
    return answer.ok ? await answer.text() : ''
  } catch {
    return ''
  }
}
