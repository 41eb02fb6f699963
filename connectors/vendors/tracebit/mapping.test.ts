import { sourceTests } from '../../mapping/source-tests.ts'
import { tracebit } from './mapping.ts'

sourceTests(tracebit, [
  {
    name: 'a canary that is touched',
    record: {
      id: 'e',
      alert_id: 'a',
      timestamp: '2024-01-02T03:04:05.678Z',
      severity: 'Medium',
      message: 'Canary',
      provider: 'aws',
      tracebit_portal_url: 'https://x.example/a',
      discriminator: { type: 'tracebit_alert_log', subtype: 'canary_resource_accessed' },
      canary: { name: 'bucket', provider_id: 'arn:aws:s3:::bucket', type: 'AWS::S3::Bucket' },
      principal: { id: 'ann' },
      event: { operation: 'ListObjects', request: { ip: '192.0.2.7' } },
    },
    becomes: {
      class_uid: 2004,
      severity_id: 3,
      time: 1704164645678,
      finding_info: { uid: 'a', title: 'Canary' },
      resources: [{ name: 'bucket' }],
      evidences: [{ src_endpoint: { ip: '192.0.2.7' }, api: { operation: 'ListObjects' } }],
    },
  },
])
