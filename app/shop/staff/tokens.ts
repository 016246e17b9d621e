import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits, as text for cookies and addresses. */
export const newToken = () => randomBytes(32).toString('base64url')

/** What is kept of a token: with 256 random bits behind it nobody finds it again. */
export const tokenHash = (token: string) => createHash('sha256').update(token).digest()
