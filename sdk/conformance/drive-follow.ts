/** Follows alerts in TypeScript: prints each frame, until an alert with the given title. */
import { Client, isForbidden, isUnauthorized } from '../typescript/src/index.ts'

const { PROXY: baseUrl = '', API_KEY: apiKey = '' } = process.env

async function refusal(key: string, channel: string): Promise<string> {
  try {
    for await (const _ of new Client({ baseUrl, apiKey: key }).follow([channel])) return 'none'
  } catch (error) {
    return isUnauthorized(error) ? 'unauthorized' : isForbidden(error) ? 'forbidden' : String(error)
  }
  return 'none'
}

console.log(await refusal('svc_nobody', 'alerts'), await refusal(apiKey, 'insights'))
for await (const { type, payload } of new Client({ baseUrl, apiKey }).follow(['alerts', 'cases'])) {
  const { title = '' } = (payload ?? {}) as { title?: string }
  console.log(`${type} ${title}`.trim())
  if (title === 'last') break
}
