import { z } from 'zod'
import { findForStaff } from '#app/shop/today/find.ts'
import { action } from '../answer.ts'

export const paletteActions = {
  'palette.find': action({
    permission: 'pieces.see',
    input: z.object({ words: z.string().max(100) }),
    run: async ({ app, member: { role } }, { words }) => ({
      ok: true as const,
      found: await findForStaff(app.db, { words, role, secret: app.secret }),
    }),
  }),
} as const
