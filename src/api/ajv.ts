/** The JSON Schema validator for inputs, answers and prerendered data. */
import { Ajv2020 } from 'ajv/dist/2020.js';

export const ajv = new Ajv2020({ allErrors: true, strict: false, allowUnionTypes: true });
