/**
 * Registers hooks before each test file. Files share a process and its modules, so hooks registered by a shared module
 * would apply only to the first file.
 */
import { afterAll, afterEach } from 'vitest'
import { cleanUpFile, cleanUpTest } from './cleanup.ts'

afterEach(cleanUpTest)
afterAll(cleanUpFile)
