import { defineConfig } from 'drizzle-kit'

/** `npx drizzle-kit generate --name what-changed` writes the next migration. Never edit a released one. */
export default defineConfig({
  dialect: 'sqlite',
  casing: 'snake_case',
  schema: './drizzle/schema/*.ts',
  out: './migrations',
})
