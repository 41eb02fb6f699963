/** Operations of the unified audit log, with their activity on each kind of object. */

export const FILES: Readonly<Record<string, string>> = {
  FileUploaded: 'Upload',
  FileUploadedPartial: 'Upload',
  FileDownloaded: 'Download',
  FileModified: 'Update',
  FileModifiedExtended: 'Update',
  FileDeleted: 'Delete',
  FileRecycled: 'Delete',
  FileDeletedFirstStageRecycleBin: 'Delete',
  FileDeletedSecondStageRecycleBin: 'Delete',
  FileRenamed: 'Rename',
  FileCopied: 'Copy',
  FileMoved: 'Move',
  FileRestored: 'Restore',
  FilePreviewed: 'Preview',
  FileAccessed: 'Open',
  FileAccessedExtended: 'Open',
  FileCheckedOut: 'Lock',
  FileCheckedIn: 'Unlock',
  FileCheckOutDiscarded: 'Unlock',
  FolderCreated: 'Upload',
  FolderModified: 'Update',
  FolderDeleted: 'Delete',
  FolderRecycled: 'Delete',
  FolderDeletedFirstStageRecycleBin: 'Delete',
  FolderDeletedSecondStageRecycleBin: 'Delete',
  FolderRenamed: 'Rename',
  FolderCopied: 'Copy',
  FolderMoved: 'Move',
  FolderRestored: 'Restore',
  FileSyncDownloadedFull: 'Sync',
  FileSyncDownloadedPartial: 'Sync',
  FileSyncUploadedFull: 'Sync',
  FileSyncUploadedPartial: 'Sync',
  SharingSet: 'Share',
  SharingInvitationCreated: 'Share',
  SharingInvitationUpdated: 'Share',
  SharingInvitationAccepted: 'Share',
  AccessInvitationCreated: 'Share',
  AccessInvitationAccepted: 'Share',
  AccessRequestAccepted: 'Share',
  AccessRequestApproved: 'Share',
  SharedLinkCreated: 'Share',
  SecureLinkUpdated: 'Share',
  SecureLinkUsed: 'Open',
  CompanyLinkUsed: 'Open',
  SecureLinkCreated: 'Share',
  AddedToSecureLink: 'Share',
  AnonymousLinkCreated: 'Share',
  AnonymousLinkUpdated: 'Share',
  AnonymousLinkUsed: 'Open',
  CompanyLinkCreated: 'Share',
  SharingRevoked: 'Unshare',
  AnonymousLinkRemoved: 'Unshare',
  RemovedFromSecureLink: 'Unshare',
  SecureLinkDeleted: 'Unshare',
  CompanyLinkRemoved: 'Unshare',
  SharedLinkDisabled: 'Unshare',
  SharingInvitationRevoked: 'Unshare',
  AccessInvitationRevoked: 'Unshare',
  AccessInvitationExpired: 'Unshare',
}

export const USERS: Readonly<Record<string, string>> = {
  'Add user.': 'Create',
  'Delete user.': 'Delete',
  'Hard Delete user.': 'Delete',
  'Restore user.': 'Enable',
  'Disable account.': 'Disable',
  'Enable account.': 'Enable',
  'Reset user password.': 'Password Reset',
  'Change user password.': 'Password Change',
  'Disable Strong Authentication.': 'MFA Factor Disable',
  'Enable Strong Authentication.': 'MFA Factor Enable',
}

export const OTHER_OF_USERS = ['Update user.', 'Change user license.', 'Set force change user password.']

export const GROUPS: Readonly<Record<string, string>> = {
  'Add group.': 'Create',
  'Delete group.': 'Delete',
  'Add member to group.': 'Add User',
  'Add owner to group.': 'Add User',
  'Remove member from group.': 'Remove User',
  'Remove owner from group.': 'Remove User',
  MemberAdded: 'Add User',
  MemberRemoved: 'Remove User',
  MemberRoleChanged: 'Assign Privileges',
  TeamCreated: 'Create',
  TeamDeleted: 'Delete',
}
/** Groups of a SharePoint site; the event's own XML has the name of the group. */
export const SITE_GROUPS: Readonly<Record<string, string>> = {
  AddedToGroup: 'Add User',
  RemovedFromGroup: 'Remove User',
}
export const GROUP_CMDLETS: Readonly<Record<string, string>> = {
  'Add-RoleGroupMember': 'Add User',
  'Remove-RoleGroupMember': 'Remove User',
  'Add-DistributionGroupMember': 'Add User',
  'Remove-DistributionGroupMember': 'Remove User',
  'Add-UnifiedGroupLinks': 'Add User',
  'Remove-UnifiedGroupLinks': 'Remove User',
}

export const ROLES: Readonly<Record<string, string>> = {
  'Add member to role.': 'Assign Privileges',
  'Add eligible member to role.': 'Assign Privileges',
  'Add scoped member to role.': 'Assign Privileges',
  'Remove member from role.': 'Revoke Privileges',
  'Remove eligible member from role.': 'Revoke Privileges',
  'Remove scoped member from role.': 'Revoke Privileges',
}
/** Rights to a mailbox, or to send in its name. */
export const DELEGATES: Readonly<Record<string, string>> = {
  'Add-MailboxPermission': 'Assign Privileges',
  'Add-MailboxFolderPermission': 'Assign Privileges',
  'Add-RecipientPermission': 'Assign Privileges',
  'Remove-MailboxPermission': 'Revoke Privileges',
  'Remove-MailboxFolderPermission': 'Revoke Privileges',
  'Remove-RecipientPermission': 'Revoke Privileges',
}

export const MAIL_ITEMS: Readonly<Record<string, string>> = {
  MailItemsAccessed: 'Read',
  FolderBind: 'Read',
  MessageBind: 'Read',
  SearchQueryInitiatedExchange: 'Read',
  Send: 'Create',
  SendAs: 'Create',
  SendOnBehalf: 'Create',
  Create: 'Create',
  Copy: 'Create',
  Update: 'Update',
  Move: 'Update',
  SoftDelete: 'Delete',
  HardDelete: 'Delete',
  MoveToDeletedItems: 'Delete',
}

/**
 * The verb: `Add delegated permission grant.`, `New-InboxRule`; in SharePoint and Teams it is at the end:
 * `ListItemDeleted`.
 */
export const VERB = /^(?:[A-Z][A-Za-z]{0,60}?(?=[A-Z][a-z]{1,20}ed(?:Extended)?$))?([A-Z]?[a-z]+|[A-Z]+(?![a-z]))/
export const VERBS = {
  Copied: 'Create',
  Downloaded: 'Read',
  Performed: 'Read',
  Prefetched: 'Read',
  Recycled: 'Delete',
  Restored: 'Activate',
  Uploaded: 'Create',
}
