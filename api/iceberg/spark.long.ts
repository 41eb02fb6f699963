/**
 * Apache Spark as people install it, with nothing but the address of the API and a key: PySpark of PyPI with Iceberg's
 * runtime of Maven Central, a driver and two executors of their own processes (`local-cluster`).
 */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { useEngine } from '../../stores/clickhouse/test-engine.ts'
import { pythonWith } from '../../test/python.ts'
import { EVENTS, startTestArchive, type TestArchive } from './test-archive.ts'

const SPARK = '3.5.6'
const ICEBERG = '1.9.2'
const JARS = ['iceberg-spark-runtime-3.5_2.12', 'iceberg-aws-bundle']
const jarFolder = join(import.meta.dirname, '../../.cache/spark', `iceberg-${ICEBERG}`)

const python = pythonWith('pyspark', SPARK, 'pyspark')
const missing = python.missing ?? whyNoJars()
if (missing !== undefined) console.warn(`SKIPPED: pyspark: ${missing}`)

function whyNoJars(): string | undefined {
  if (spawnSync('java', ['-version']).status !== 0) return 'there is no Java'
  mkdirSync(jarFolder, { recursive: true })
  for (const name of JARS.filter((one) => !existsSync(jarOf(one)))) {
    const artifact = `org.apache.iceberg:${name}:${ICEBERG}`
    const copied = spawnSync('mvn', ['-q', '-B', 'dependency:get', `-Dartifact=${artifact}`, '-Dtransitive=false'])
    const args = ['-q', '-B', 'dependency:copy', `-Dartifact=${artifact}`, `-DoutputDirectory=${jarFolder}`]
    if (copied.status !== 0 || spawnSync('mvn', args).status !== 0 || !existsSync(jarOf(name)))
      return `mvn cannot fetch ${artifact}`
  }
  return undefined
}

function jarOf(name: string): string {
  return join(jarFolder, `${name}-${ICEBERG}.jar`)
}

const engine = useEngine({ migrated: true })
let archive: TestArchive

beforeAll(async () => {
  archive = await startTestArchive(engine().client)
})
afterAll(() => archive.close())

const SCRIPT = `
import json, sys, time
from pyspark.sql import SparkSession
base, key, jars = sys.argv[1:4]
at = 'spark.sql.catalog.svc'
session = (SparkSession.builder.master('local-cluster[2,1,1024]')
    .config('spark.jars', jars).config('spark.ui.enabled', 'false').config('spark.driver.bindAddress', '127.0.0.1').config('spark.driver.host', '127.0.0.1')
    .config('spark.driver.memory', '1g').config('spark.executor.memory', '1g').config('spark.sql.session.timeZone', 'UTC').config('spark.sql.shuffle.partitions', '4')
    .config(at, 'org.apache.iceberg.spark.SparkCatalog').config(at + '.type', 'rest').config(at + '.uri', base).config(at + '.token', key)
    .config(at + '.io-impl', 'org.apache.iceberg.aws.s3.S3FileIO').config(at + '.client.region', 'us-east-1')
    .config('spark.sql.extensions', 'org.apache.iceberg.spark.extensions.IcebergSparkSessionExtensions').getOrCreate())
def rows(sql):
    return [list(row) for row in session.sql(sql).collect()]
def refused(sql):
    try:
        rows(sql)
        return ''
    except Exception as error:
        return type(error).__name__
began = time.time()
by_host = rows("SELECT host, count(*) FROM svc.acme.events GROUP BY host ORDER BY host")
took = time.time() - began
print(json.dumps({
    'namespaces': rows('SHOW NAMESPACES IN svc'),
    'by_host': by_host,
    'day': rows("SELECT count(*) FROM svc.acme.events WHERE time >= TIMESTAMP '2026-03-02' AND time < TIMESTAMP '2026-03-03'"),
    'ocsf': rows("SELECT DISTINCT get_json_object(ocsf, '$.class_uid') FROM svc.acme.events"),
    'files': rows('SELECT count(*) FROM svc.acme.events.files'),
    'foreign': refused('SELECT * FROM svc.globex.events'),
    'deleted': refused("DELETE FROM svc.acme.events WHERE host = 'acme-1'"),
    'dropped': refused('DROP TABLE svc.acme.events'),
    'created': refused('CREATE TABLE svc.acme.more (n INT)'),
    'after': rows('SELECT count(*) FROM svc.acme.events'),
    'seconds': round(took, 2),
}))
session.stop()
`

describe.skipIf(missing !== undefined)('Apache Spark', () => {
  test('reads the table of its tenant through the catalogue in executors of their own, and changes nothing', async () => {
    const jars = JARS.map(jarOf).join(',')
    // Executors are started from there, by the master that this mode keeps in the driver.
    const home = spawnSync(python.path, ['-c', 'import pyspark; print(pyspark.__path__[0])'], { encoding: 'utf8' })
    const child = spawn(python.path, ['-c', SCRIPT, archive.base, archive.key, jars], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        PYSPARK_PYTHON: python.path,
        SPARK_LOCAL_IP: '127.0.0.1',
        SPARK_HOME: home.stdout.trim(),
        SPARK_SCALA_VERSION: '2.12',
      },
      cwd: archive.folder,
    })
    const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)])
    const reason = err.slice(err.indexOf('Traceback'))
    expect(out, reason.slice(0, 4000)).not.toBe('')
    const found = JSON.parse(out)
    console.info(`Spark ${SPARK}: ${EVENTS} events counted by host in ${found.seconds} s`)
    expect(found).toMatchObject({
      namespaces: [['acme']],
      by_host: Array.from({ length: 4 }, (_, at) => [`acme-${at}`, EVENTS / 4]),
      day: [[EVENTS / 5]],
      ocsf: [['3002']],
      files: [[5]],
      after: [[EVENTS]],
    })
    const refusals = ['foreign', 'deleted', 'dropped', 'created'].map((name) => [name, found[name]])
    for (const [name, error] of refusals) expect([name, error]).toEqual([name, expect.stringMatching(/\w/)])
  })
})
