/** Commands under test: a folder for each test, and what they write instead of showing it. */
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, vi } from 'vitest'

export class CommandRun {
  dir = ''
  /** Texts of stdout and of stderr, since the test began or `clear` was called. */
  printed = ''
  stderr = ''

  open(): void {
    this.dir = fs.mkdtempSync(join(tmpdir(), 'svc-command-'))
    this.clear()
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => this.#print(String(text)))
    vi.spyOn(console, 'log').mockImplementation((line) => void this.#print(`${line}\n`))
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
      this.stderr += String(text)
      return true
    })
  }

  close(): void {
    vi.restoreAllMocks()
    process.exitCode = 0
    fs.rmSync(this.dir, { recursive: true, force: true })
  }

  clear(): void {
    this.printed = ''
    this.stderr = ''
  }

  /** Into the folder; gives the file's path. */
  write(name: string, content: string | Buffer): string {
    const file = join(this.dir, name)
    fs.mkdirSync(dirname(file), { recursive: true })
    fs.writeFileSync(file, content)
    return file
  }

  get lines(): readonly string[] {
    return this.printed.split('\n').slice(0, -1)
  }

  #print(text: string): boolean {
    this.printed += text
    return true
  }
}

/** Opened before each test of the file and closed behind it. */
export function useCommand(): CommandRun {
  const command = new CommandRun()
  beforeEach(() => command.open())
  afterEach(() => command.close())
  return command
}
