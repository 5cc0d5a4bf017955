--#require clock
return 0
