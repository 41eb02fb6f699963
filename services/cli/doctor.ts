/**
 * `svc doctor`: checks the installation in the data folder of this machine, or another one by its address or profile.
 */
import path from 'node:path'
import { examineApi, examineIngest } from '../../sdk/cli/src/doctor.ts'
import { printFindings } from '../../sdk/cli/src/findings.ts'
import { runCli } from '../../sdk/cli/src/main.ts'
import { readProfiles } from '../../sdk/cli/src/profiles.ts'
import { type Config, config } from '../config.ts'
import { isInstance, readInstance } from '../supervisor/instance.ts'
import {
  childFindings,
  clickhouseFinding,
  diskFinding,
  engineFindings,
  folderFinding,
  keyFinding,
  nodeFinding,
  portFindings,
  postgresFindings,
  refusalFindings,
} from './local-findings.ts'

const IN_LOG = 'the log of svc up has the reason'

export type DoctorOptions = {
  readonly data?: string
  readonly profile?: string
  readonly apiUrl?: string
  readonly apiKey?: string
}

/** Checks the installation on this machine unless an address, a profile or a signed-in user names another. */
export async function runDoctor(options: DoctorOptions): Promise<void> {
  const { profile, apiUrl, apiKey } = options
  const isElsewhere = profile !== undefined || apiUrl !== undefined || Boolean(process.env.SVC_API_URL)
  const isHere = options.data !== undefined || isInstance(config().dataDir) || readProfiles().current === null
  if (isElsewhere || !isHere) {
    const flags = Object.entries({ profile, 'api-url': apiUrl, 'api-key': apiKey })
    process.exitCode = await runCli([
      'doctor',
      ...flags.flatMap(([name, value]) => (value ? [`--${name}=${value}`] : [])),
    ])
    return
  }
  process.exitCode = printFindings(await examineHere(config()))
}

async function examineHere(settings: Config) {
  const dir = path.resolve(settings.dataDir)
  const folder = folderFinding(dir)
  const still = [
    nodeFinding(process.versions.node),
    ...engineFindings(settings),
    ...(folder === null ? [{ isGood: true, text: `${dir} will be created at the first start` }] : [folder]),
    diskFinding(dir),
    keyFinding({ ...settings, dataDir: dir }),
  ]
  const instance = running(dir)
  const databaseUrl = instance?.databaseUrl ?? settings.databaseUrl
  const clickhouseUrl = instance?.clickhouseUrl ?? settings.clickhouseUrl
  return [
    ...still,
    ...(instance === null
      ? [...refusalFindings({ ...settings, dataDir: dir }), ...(await portFindings(settings.portOffset))]
      : childFindings(instance)),
    ...(databaseUrl === null ? [] : await postgresFindings(databaseUrl)),
    ...(clickhouseUrl === null ? [] : [await clickhouseFinding(clickhouseUrl)]),
    ...(instance === null
      ? [{ isGood: false, text: `no instance is running on ${dir}`, todo: 'svc up' }]
      : [...(await examineApi(instance.apiUrl, IN_LOG)), ...(await examineIngest(instance.ingestUrl, IN_LOG))]),
  ]
}

function running(dir: string) {
  try {
    return isInstance(dir) ? readInstance(dir) : null
  } catch {
    return null // its process is gone
  }
}
