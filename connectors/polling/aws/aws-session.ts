/** Requests to AWS, signed with the configured keys or with temporary keys of a role. */

import { type AwsKeys, signedForAws } from '../../../platform/aws-signature.ts'
import { AppError } from '../../../platform/errors.ts'
import { type Ask, type PollRequest, type PollResponse, refuseFaults } from '../ask.ts'
import { filled, type Places } from '../places.ts'
import { needed } from '../sign-in.ts'

type Signer = (request: PollRequest) => PollRequest

/** `{region}` and `{role_arn}` are settings of every table with this signature. A request to S3 is signed for S3. */
export async function awsSession(
  service: string,
  secrets: Readonly<Record<string, string>>,
  places: Places,
  ask: Ask,
  nowMs: () => number,
): Promise<Signer> {
  const own: AwsKeys = {
    accessKeyId: needed(secrets, 'access_key_id'),
    secretAccessKey: needed(secrets, 'secret_access_key'),
    sessionToken: secrets.session_token,
  }
  const region = places.region ?? ''
  const signer =
    (keys: AwsKeys, as = service): Signer =>
    ({ headers: { 'x-svc-service': other, ...headers }, ...request }) => ({
      ...request,
      headers: signedForAws({ ...request, headers }, keys, { service: other ?? as, region, nowMs: nowMs() }),
    })
  const role = places.role_arn ?? ''
  return role === ''
    ? signer(own)
    : signer(await keysOfRole(role, places, (request) => ask(signer(own, 'sts')(request))))
}

/** `AssumeRole` of STS: keys for an hour. */
async function keysOfRole(role: string, places: Places, ask: Ask): Promise<AwsKeys> {
  const external = places.external_id ?? ''
  const body = new URLSearchParams({
    ...{ Action: 'AssumeRole', Version: '2011-06-15', RoleArn: role, RoleSessionName: 'svc', DurationSeconds: '3600' },
    ...(external === '' ? {} : { ExternalId: external }),
  }).toString()
  const headers = { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' }
  const url = `${filled('{sts_url}', places)}/`
  const answer = refuseAwsFaults(await ask({ method: 'POST', url, headers, body }))
  const text = answer.body.toString('utf8')
  const member = (name: string) => {
    const [, value] = new RegExp(`<${name}>([^<]{1,4000})</${name}>`).exec(text) ?? []
    if (value === undefined) throw new AppError('unavailable', `the answer to AssumeRole has no ${name}`)
    return value
  }
  return {
    accessKeyId: member('AccessKeyId'),
    secretAccessKey: member('SecretAccessKey'),
    sessionToken: member('SessionToken'),
  }
}

const REFUSED =
  /UnrecognizedClient|InvalidClientTokenId|ExpiredToken|InvalidSignature|SignatureDoesNotMatch|AccessDenied|InvalidAccessKeyId|MissingAuthenticationToken|IncompleteSignature|InvalidToken/
const THROTTLED = /Throttl|TooManyRequests|RequestLimitExceeded|SlowDown/

/** AWS answers 400 where others answer 401, 403 and 429: the error's name is in a header, or in the body. */
export function refuseAwsFaults(answer: PollResponse): PollResponse {
  if (answer.status < 400) return refuseFaults(answer)
  const named = `${[answer.headers['x-amzn-errortype']].flat()[0] ?? ''} ${answer.body.toString('latin1', 0, 2000)}`
  const isEarly = answer.status < 500
  const status = THROTTLED.test(named) ? 429 : isEarly && REFUSED.test(named) ? 403 : answer.status
  return refuseFaults({ ...answer, status })
}
