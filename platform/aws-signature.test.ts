import { expect, test } from 'vitest'
import { signedForAws } from './aws-signature.ts'

const signature = (authorization = '') => /Signature=(\w+)$/.exec(authorization)?.[1]

test('signs as the example of the IAM user guide does', () => {
  const headers = signedForAws(
    {
      method: 'GET',
      url: 'https://iam.amazonaws.com/?Action=ListUsers&Version=2010-05-08',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded; charset=utf-8' },
    },
    { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' },
    { service: 'iam', region: 'us-east-1', nowMs: Date.UTC(2015, 7, 30, 12, 36) },
  )
  expect(headers.authorization).toBe(
    'AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/iam/aws4_request, ' +
      'SignedHeaders=content-type;host;x-amz-date, ' +
      'Signature=5d672d79c15b13162d9279b0855cfba6789a8edb4c82c400e06b5924a6f2b5d7',
  )
})

test('signs as the example of S3 does, whose body is signed in a header', () => {
  const headers = signedForAws(
    { method: 'GET', url: 'https://examplebucket.s3.amazonaws.com/test.txt', headers: { range: 'bytes=0-9' } },
    { accessKeyId: 'AKIAIOSFODNN7EXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' },
    { service: 's3', region: 'us-east-1', nowMs: Date.UTC(2013, 4, 24) },
  )
  expect(signature(headers.authorization)).toBe('f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41')
})

test('signs a query in its order, with a list of S3 as the example', () => {
  const headers = signedForAws(
    { method: 'GET', url: 'https://examplebucket.s3.amazonaws.com/?prefix=J&max-keys=2', headers: {} },
    { accessKeyId: 'AKIAIOSFODNN7EXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' },
    { service: 's3', region: 'us-east-1', nowMs: Date.UTC(2013, 4, 24) },
  )
  expect(signature(headers.authorization)).toBe('34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7')
})

test('sends and signs the session token of a temporary credential', () => {
  const keys = { accessKeyId: 'A', secretAccessKey: 's', sessionToken: 'lent' }
  const scope = { service: 'sqs', region: 'eu-central-1', nowMs: 0 }
  const headers = signedForAws({ method: 'POST', url: 'https://sqs.example/', headers: {}, body: '{}' }, keys, scope)
  expect(headers['x-amz-security-token']).toBe('lent')
  expect(headers.authorization).toContain('SignedHeaders=host;x-amz-date;x-amz-security-token')
})
