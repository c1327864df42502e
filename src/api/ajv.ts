/** The one reader of JSON Schema: inputs, answers and what is rendered beforehand are held against their schemas by it. */
import { Ajv2020 } from 'ajv/dist/2020.js';

export const ajv = new Ajv2020({ allErrors: true, strict: false, allowUnionTypes: true });
