/** The installations to which the user has signed in, in one file that only the user can read. */
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { UsageError } from './usage-error.ts'

export type Profile = {
  readonly url: string
  readonly apiKey?: string
  readonly accessToken?: string
  readonly refreshToken?: string
  readonly email?: string
  /** The profile whose user acts in another tenant by a delegation. */
  readonly home?: string
}

type Kept = { current: string | null; profiles: Record<string, Profile> }

const NAME = /^[A-Za-z0-9._-]{1,60}$/

export function profilesFile(): string {
  const { SVC_CLI_CONFIG: own, XDG_CONFIG_HOME: config } = process.env
  return own || join(config || join(homedir(), '.config'), 'svc', 'credentials.json')
}

export function readProfiles(): Kept {
  const file = profilesFile()
  if (!existsSync(file)) return { current: null, profiles: {} }
  if (process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0)
    throw new UsageError(
      `${file} can be read by other users: chmod 600 it, and sign in again if somebody may have read it`,
    )
  try {
    const { current, profiles } = JSON.parse(readFileSync(file, 'utf8')) as Kept
    return { current: current ?? null, profiles: Object.assign(Object.create(null), profiles) }
  } catch {
    throw new UsageError(`${file} is not JSON: delete it, and sign in again`)
  }
}

export function keepProfile(name: string, profile: Profile): void {
  if (!NAME.test(name)) throw new UsageError('a profile is named with 1 to 60 of A-Z, a-z, 0-9 and . _ -')
  const kept = readProfiles()
  write({ current: name, profiles: { ...kept.profiles, [name]: profile } })
}

/** Stores new tokens of a profile; the current profile does not change. */
export function updateProfile(name: string, change: Partial<Profile>): void {
  const { current, profiles } = readProfiles()
  const profile = profiles[name]
  if (profile) write({ current, profiles: { ...profiles, [name]: { ...profile, ...change } } })
}

export function useProfile(name: string): void {
  const kept = readProfiles()
  if (!kept.profiles[name]) throw new UsageError(`there is no profile ${name}`)
  write({ ...kept, current: name })
}

export function forgetProfile(name: string): void {
  const { current, profiles } = readProfiles()
  const { [name]: gone, ...rest } = profiles
  if (!gone) throw new UsageError(`there is no profile ${name}`)
  write({ current: current === name ? (Object.keys(rest)[0] ?? null) : current, profiles: rest })
}

/** Writes a new file and renames it, so that the profile file is always complete and never readable by others. */
function write(kept: Kept): void {
  const file = profilesFile()
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const beside = `${file}.${process.pid}`
  rmSync(beside, { force: true })
  writeFileSync(beside, `${JSON.stringify(kept, null, 2)}\n`, { mode: 0o600, flag: 'wx' })
  chmodSync(beside, 0o600)
  renameSync(beside, file)
}
