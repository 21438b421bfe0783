# fish completion for strata
# SPDX-License-Identifier: GPL-3.0-or-later
complete -c strata -s h -l help -d 'Show help options'
complete -c strata -s v -l version -d 'Print the version and exit'
complete -c strata -l select -x -d 'Select the longest slice of this name and show it'
complete -c strata -l span -x -d 'Show this span of time'
complete -c strata -l mapping -r -d 'Restore method names with this mapping'
complete -c strata -l rebuild-callers -d 'Rebuild calls entered before recording'
complete -c strata -l weights -d 'Count what samples weigh in place of time'
complete -c strata -l event -x -d 'Only samples of this event'
complete -c strata -l interval -x -d 'Milliseconds between samples where the file does not say'
complete -c strata -l compare -d 'Compare two files in one window'
complete -c strata -l merge -d 'Show all files on one time axis'
complete -c strata -l with -r -d 'Put this file on the same time axis'
