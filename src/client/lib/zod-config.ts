/**
 * zod compiles its checks with `new Function` if it can. Our content security policy forbids that, and even the attempt
 * is reported as a violation in the console. Must run before any module that contains a schema.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

export {}
