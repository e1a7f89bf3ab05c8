/**
 * zod compiles its checks with `new Function` where it may. Our content security policy forbids that, and the attempt alone
 * is reported as a breach in the console. Runs before any module that holds a schema.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

export {}
