-- Shows grpolint's findings as diagnostics when a config is opened or written; Neovim 0.7 or later.
--   vim.g.grpolint_arguments = { '--gpu=h100' }    more arguments, set before this file is loaded

local namespace = vim.api.nvim_create_namespace('grpolint')

local severities = {
  error = vim.diagnostic.severity.ERROR,
  warning = vim.diagnostic.severity.WARN,
  info = vim.diagnostic.severity.INFO,
}

-- grpolint counts characters within a line, Neovim bytes of the text in its buffer. Offsets in the
-- file do not tell them: a buffer holds no byte order mark and no carriage returns.
local function column(buffer, place)
  local line = vim.api.nvim_buf_get_lines(buffer, place.line - 1, place.line, false)[1] or ''
  local byte = vim.fn.byteidxcomp(line, place.column - 1)
  return byte >= 0 and byte or #line
end

local function diagnostic(buffer, finding)
  local range = finding.range
  return {
    lnum = range.start.line - 1,
    col = column(buffer, range.start),
    end_lnum = range['end'].line - 1,
    end_col = column(buffer, range['end']),
    severity = severities[finding.severity],
    message = finding.message,
    code = finding.code,
    source = 'grpolint',
  }
end

local function lint(buffer)
  local path = vim.api.nvim_buf_get_name(buffer)
  local command = { 'grpolint', 'check', '--output=jsonl' }
  vim.list_extend(command, vim.g.grpolint_arguments or {})
  -- Every file of these kinds is opened here: one that is no config is passed over.
  vim.list_extend(command, { '--force-exclude', '--quiet', '--', path })
  vim.fn.jobstart(command, {
    stdout_buffered = true,
    on_stdout = function(_, lines)
      if not vim.api.nvim_buf_is_loaded(buffer) then return end
      local found = {}
      for _, line in ipairs(lines) do
        local understood, finding = pcall(vim.fn.json_decode, line)
        if understood and type(finding) == 'table' and finding.range then
          table.insert(found, diagnostic(buffer, finding))
        end
      end
      vim.diagnostic.set(namespace, buffer, found)
    end,
  })
end

vim.api.nvim_create_autocmd({ 'BufReadPost', 'BufWritePost' }, {
  group = vim.api.nvim_create_augroup('grpolint', {}),
  pattern = { '*.yaml', '*.yml', '*.toml', '*.json' },
  callback = function(event) lint(event.buf) end,
})
