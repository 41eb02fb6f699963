import { Worker } from 'node:worker_threads'
import { afterEach, expect, test, vi } from 'vitest'
import { tenantId } from '../../platform/tenant.ts'
import { KqlThread } from './thread.ts'

const DATA = { clickhouseUrl: 'http://127.0.0.1:1', timeoutSeconds: 5 }
const PLAN = { tenant: tenantId('acme'), text: 'print 1', nowMs: 0, fromMs: 0, toMs: 0, isPlan: true }
const options = { signal: new AbortController().signal, timeoutSeconds: 60, onProgress: () => undefined }

afterEach(() => vi.restoreAllMocks())

test('a thread is never stopped while it loads its code: it ends by itself', async () => {
  const stopped = vi.spyOn(Worker.prototype, 'terminate')
  const thread = new KqlThread(DATA, 512)
  await thread.close()
  expect(thread.isReady).toBe(true)
  expect(stopped).not.toHaveBeenCalled()
})

test('a thread whose code hangs refuses its caller, and the thread still ends by itself', async () => {
  const stopped = vi.spyOn(Worker.prototype, 'terminate')
  const thread = new KqlThread(DATA, 512, 0)
  await expect(thread.ask(PLAN, options)).rejects.toMatchObject({
    code: 'unavailable',
    message: 'the thread of KQL queries has not loaded its code within 0 s',
  })
  await thread.close()
  expect(stopped).not.toHaveBeenCalled()
})

test('a thread that has answered ends by itself, and may be closed again', async () => {
  const stopped = vi.spyOn(Worker.prototype, 'terminate')
  const thread = new KqlThread(DATA, 512)
  expect(await thread.ask(PLAN, options)).toMatchObject({ columns: [{ name: 'print_0' }] })
  await thread.close()
  await thread.close()
  expect(stopped).not.toHaveBeenCalled()
})
