import type { PollTable } from '../../polling/table.ts'

const SECRETS = [
  { name: 'access_key_id', about: 'access key of a user that may do nothing else', isRequired: true },
  { name: 'secret_access_key', about: 'its secret', isRequired: true },
  { name: 'session_token', about: 'of keys that are lent', isRequired: false },
] as const
const SETTINGS = [
  { name: 'region', about: 'such as eu-central-1', isRequired: true },
  {
    name: 'role_arn',
    about: 'role that is assumed; without it the keys act themselves',
    isRequired: false,
    fallback: '',
  },
  { name: 'external_id', about: 'that the role asks for', isRequired: false, fallback: '' },
  { name: 'sts_url', about: 'of STS', isRequired: false, fallback: 'https://sts.{region}.amazonaws.com' },
] as const

/**
 * CloudTrail: files in S3 that a queue of SQS names, through notifications of S3 or EventBridge, or SNS around either.
 */
export const CLOUDTRAIL_POLL: PollTable = {
  ...{
    type: 'aws-cloudtrail',
    title: 'AWS CloudTrail over SQS and S3',
    category: 'cloud',
    sourceFormat: 'aws-cloudtrail',
  },
  auth: { kind: 'aws', service: 'sqs' },
  secrets: SECRETS,
  settings: [
    { name: 'queue_url', about: 'https://sqs.REGION.amazonaws.com/ACCOUNT/QUEUE', isRequired: true },
    ...SETTINGS,
    { name: 's3_url', about: 'of S3; that of the region of each object without it', isRequired: false, fallback: '' },
  ],
  request: { url: '{queue_url}' },
  paging: { kind: 'queue' },
  events: 'Records',
  time: ['eventTime'],
  limit: 10,
}

/** Security Hub, `POST /findings` (GetFindings): its own findings and those of GuardDuty, Inspector, Macie and partners. */
export const SECURITY_HUB_POLL: PollTable = {
  ...{ type: 'aws-security-hub', title: 'AWS Security Hub', category: 'cloud', sourceFormat: 'security-hub' },
  auth: { kind: 'aws', service: 'securityhub' },
  secrets: SECRETS,
  settings: [
    ...SETTINGS,
    {
      name: 'base_url',
      about: 'of the API',
      isRequired: false,
      fallback: 'https://securityhub.{region}.amazonaws.com',
    },
  ],
  request: {
    method: 'POST',
    url: '{base_url}/findings',
    body: {
      Filters: { UpdatedAt: [{ Start: '{since_iso}', End: '{until_iso}' }] },
      SortCriteria: [{ Field: 'UpdatedAt', SortOrder: 'asc' }],
      MaxResults: '{limit}',
    },
  },
  paging: { kind: 'token', path: 'NextToken', into: 'body', name: 'NextToken' },
  isOldestFirst: true,
  events: 'Findings',
  time: ['UpdatedAt'],
  limit: 100,
}
