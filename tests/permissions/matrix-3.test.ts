import { describe } from 'vitest'
import { testProcedures } from './every-procedure.ts'

describe('every procedure', () => testProcedures(2))
