import type { App } from '#app/app-context.ts'
import { createContentService } from '#app/content-service/content-service.ts'
import { loadAllMessages } from '#app/language/messages/load.ts'
import { loadCast } from './catalogue.ts'

/** Brings messages and the named pieces into a shop; the content service answers as often as it is asked. */
export async function loadCastAndContent(app: App): Promise<ReturnType<typeof createContentService>> {
  await loadAllMessages()
  await loadCast(app.db)
  return createContentService({
    db: app.db,
    publicToken: app.env.CONTENT_PUBLIC_TOKEN,
    previewToken: 'preview',
    rateLimit: 100_000,
  })
}
