/** Exports of the chat bot for the API. */
export { CHAT_PLATFORMS, type ChatPlatform, type ChatUser, makeLinkCode, unlinkAccounts } from './accounts.ts'
export { answerChat, type ChatAnswer, type ChatCall, type ChatDeps, decideInChat } from './commands.ts'
export { isFromSlack, isFromTeams } from './signature.ts'
