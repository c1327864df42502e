import Type from 'typebox';
import { Cited, cited } from '#mcp/citing.ts';
import { tool } from '#mcp/tool.ts';
import { Cui } from '#operations/parameters.ts';

export const getCompany = tool({
  name: 'get_company',
  title: 'Company profile',
  about:
    'Tells who a Romanian company is, by its fiscal code (CUI): name, status, address, activity, VAT, directors. Use `search` first when only the name is known.',
  effect: 'reads',
  input: Type.Object({ cui: Cui }),
  output: Type.Object({ company: Type.Object({}, { additionalProperties: true }), ...Cited }),
  async call({ cui }, call) {
    const { data, meta } = await call.client.getCompany({ cui });
    return { company: data, ...cited(call, { name: 'company', params: { cui: data.cui } }, [meta]) };
  },
});
