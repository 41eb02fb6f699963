/** Attributes of a directory's user: RFC 7643, sections 4.1 and 4.3, without those that this service has no use for. */
import { attribute, plural, resourceKind, type Schema } from './attribute.ts'

export const CORE_USER = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const ENTERPRISE_USER = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'

const readOnly = { mutability: 'readOnly' } as const

const NAME = [
  attribute('formatted', 'The whole name, as it is shown.'),
  attribute('familyName', 'The family name.'),
  attribute('givenName', 'The given name.'),
  attribute('middleName', 'The middle names.'),
  attribute('honorificPrefix', 'A title before the name.'),
  attribute('honorificSuffix', 'A title after the name.'),
]

const ADDRESS = [
  attribute('formatted', 'The whole address.'),
  attribute('streetAddress', 'Street and number.'),
  attribute('locality', 'City.'),
  attribute('region', 'State or region.'),
  attribute('postalCode', 'Postal code.'),
  attribute('country', 'Country, two letters.'),
]

const GROUP_OF_USER = [
  attribute('value', 'The id of the group.', { ...readOnly, caseExact: true }),
  attribute('$ref', 'Where the group is.', { ...readOnly, type: 'reference', referenceTypes: ['Group'] }),
  attribute('display', 'The name of the group.', readOnly),
  attribute('type', 'Membership is always direct.', { ...readOnly, canonicalValues: ['direct'] }),
]

const USER: Schema = {
  id: CORE_USER,
  name: 'User',
  description: 'A person who may sign in.',
  attributes: [
    attribute('userName', 'The name of the account, without case unique in the tenant.', {
      required: true,
      uniqueness: 'server',
    }),
    attribute('name', 'The parts of the name.', { type: 'complex', subAttributes: NAME }),
    attribute('displayName', 'The name, as it is shown.'),
    attribute('nickName', 'How the person is called.'),
    attribute('profileUrl', 'A page about the person.', { type: 'reference', referenceTypes: ['external'] }),
    attribute('title', 'The title, such as Analyst.'),
    attribute('userType', 'The relation to the organisation.'),
    attribute('preferredLanguage', 'The language to use.'),
    attribute('locale', 'How dates and numbers are shown.'),
    attribute('timezone', 'The time zone, as in the Olson database.'),
    attribute('active', 'Whether the person may sign in. Taking it away ends sessions and API keys.', {
      type: 'boolean',
    }),
    plural(
      'emails',
      'Addresses. The primary one signs in; without any, the userName where it is one, and else nobody but who comes from elsewhere.',
      [...['work', 'home', 'other']],
    ),
    plural('phoneNumbers', 'Telephone numbers.', ['work', 'home', 'mobile', 'fax', 'pager', 'other']),
    plural('addresses', 'Postal addresses.', ['work', 'home', 'other'], ADDRESS),
    attribute('groups', 'The groups of the directory that the person is in.', {
      ...{ type: 'complex', multiValued: true, mutability: 'readOnly', subAttributes: GROUP_OF_USER },
    }),
  ],
}

const MANAGER = [
  attribute('value', 'The id of the manager.', { caseExact: true }),
  attribute('$ref', 'Where the manager is.', { type: 'reference', referenceTypes: ['User'] }),
  attribute('displayName', 'The name of the manager.'),
]

const ENTERPRISE: Schema = {
  id: ENTERPRISE_USER,
  name: 'EnterpriseUser',
  description: 'Where in an organisation the person is.',
  attributes: [
    attribute('employeeNumber', 'A number or code.'),
    attribute('costCenter', 'The cost center.'),
    attribute('organization', 'The organisation.'),
    attribute('division', 'The division.'),
    attribute('department', 'The department.'),
    attribute('manager', 'The manager.', { type: 'complex', subAttributes: MANAGER }),
  ],
}

export const USER_KIND = resourceKind('User', '/Users', USER, [ENTERPRISE])
