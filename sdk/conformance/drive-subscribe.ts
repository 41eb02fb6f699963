/** Subscribes in TypeScript: prints each event, until an alert with the given title. */
import { Client, SubscriptionRefused } from '../typescript/src/index.ts'

const { PROXY: baseUrl = '', API_KEY: apiKey = '', EMAIL: email = '', PASSWORD: password = '' } = process.env

async function refusal(events: AsyncIterable<unknown>): Promise<string> {
  try {
    for await (const _ of events) return 'none'
  } catch (error) {
    return error instanceof SubscriptionRefused ? `${error.code} ${error.faults.length}` : String(error)
  }
  return 'completed'
}

const client = new Client({ baseUrl, apiKey })
console.log(
  await refusal(new Client({ baseUrl, apiKey: 'svc_nobody' }).subscriptions.alertCreated()),
  await refusal(client.subscribe('subscription { nothing }')),
  await refusal(client.subscribe('{ alerts { totalCount } }')),
)
// A person's session, whose tokens are renewed.
for await (const { title } of new Client({ baseUrl, email, password }).subscriptions.alertCreated()) {
  console.log(title)
  break
}
const onReconnect = () => console.log('again')
const query = 'subscription { alertCreated { title severity } }'
for await (const { alertCreated } of client.subscribe<{ alertCreated: { title: string } }>(
  query,
  {},
  { onReconnect, idleMs: 2_000 },
)) {
  console.log(alertCreated.title)
  if (alertCreated.title === 'last') break
}
