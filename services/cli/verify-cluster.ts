/** `svc verify-cluster`: a line a check, `ok` or `FAULT`; status 1 with a fault. */
import { AppError } from '../../platform/errors.ts'
import { openClickhouse } from '../../stores/clickhouse/client.ts'
import { clusterStatements } from '../../stores/clickhouse/cluster-ddl.ts'
import { verifyCluster } from '../../stores/clickhouse/verify-cluster.ts'
import { config } from '../config.ts'

/** Prints the statements that create svc's tables on a cluster; it does not connect to it. */
export function printClusterStatements({
  cluster,
  database,
}: {
  readonly cluster: string
  readonly database: string
}): void {
  for (const statement of clusterStatements(cluster, database)) process.stdout.write(`${statement.trim()};\n\n`)
}

export async function runVerifyCluster({ cluster }: { readonly cluster: string }): Promise<void> {
  const { clickhouseUrl } = config()
  if (clickhouseUrl === null)
    throw new AppError('bad_config', 'CLICKHOUSE_URL is not set: set it to a server of the cluster')
  const client = openClickhouse({ url: clickhouseUrl })
  try {
    const findings = await verifyCluster(client, cluster)
    for (const { check, isFault, detail } of findings) console.log(`${isFault ? 'FAULT' : 'ok   '} ${check}: ${detail}`)
    if (findings.some(({ isFault }) => isFault)) process.exitCode = 1
  } finally {
    await client.close()
  }
}
