package Interface;
# The interface of the extension as sql/*.sql have it: functions with the comments beside their arguments and columns, and COMMENTs.
use strict;
use warnings;

# Returns an argument or a column of a table of results: its name, type, default (if any) and comment.
sub named
{
	my ($name, $rest, $comment) = @_;
	my ($type, $default) = $rest =~ /^(\S+?)(?: = (.*?))?,?\s*$/;
	return { name => $name, type => $type =~ s/\@extschema\@\.//r, default => $default, comment => $comment };
}

# Returns the functions and procedures of the files in their order. Each has a schema ('' for the one that users choose), name, kind, arguments
# with the group that they stand in, returned type or columns, and comment.
sub functions
{
	my @functions;
	for my $file (@_)
	{
		open my $in, '<', $file or die "$file: $!\n";
		# The function whose head is being read, and the list that the next lines go to.
		my ($function, $list, $group);
		while (my $line = <$in>)
		{
			if ($line =~ /^CREATE (FUNCTION|PROCEDURE) ([\w@]+)\.(\w+)\((.*)/)
			{
				my ($kind, $schema, $name, $rest) = (lc $1, $2, $3, $4);
				$function = { kind => $kind, schema => $schema =~ s/\@extschema\@//r, name => $name, arguments => [], returns => 'void' };
				push @functions, $function;
				($list, $group) = ($rest eq '' ? $function->{arguments} : undef, '');
				push @{ $function->{arguments} }, named($1, $2, $3) if $rest =~ /^(\w+) (.*)\) -- (.+)/;
			}
			elsif (!defined $function) { next }
			elsif ($line =~ /^\)/) { undef $list }
			elsif (defined $list && $line =~ /^    -- ([^:\n]*)/) { $group = $1 }
			elsif (defined $list && $line =~ /^    (?!OUT )"?(\w+)"? (.*?)\s*-- (.+)/) { push @$list, { %{ named($1, $2, $3) }, group => $group } }
			next if defined $list;
			if ($line =~ /\bRETURNS TABLE \(/)
			{
				$function->{returns} = 'table';
				$list = $function->{columns} = [];
				next if $line =~ /\($/;
				push @$list, map { /(\w+) (\S+)/ ? { name => $1, type => $2 } : () } split /, /, $line =~ s/.*TABLE \((.*?)\).*/$1/sr;
				undef $list;
			}
			elsif ($line =~ /\bRETURNS ((?:SETOF )?\S+)/) { $function->{returns} = lc($1 =~ s/\@extschema\@\.//r) }
			undef $function if $line =~ /\bLANGUAGE\b/;
		}
	}
	my $comments = comments(@_);
	$_->{comment} = $comments->{ ($_->{schema} || '@extschema@') . ".$_->{name}" } for @functions;
	return @functions;
}

# Returns the texts of COMMENT ON by the names of functions, views and columns.
sub comments
{
	my %comments;
	for my $file (@_)
	{
		open my $in, '<', $file or die "$file: $!\n";
		my $text = do { local $/; <$in> };
		while ($text =~ /^COMMENT ON (?:FUNCTION|PROCEDURE|VIEW|COLUMN) ([\w@.]+)(?:\([^)]*\))?\s+IS\s+'((?:[^']|'')*)'/mg)
		{
			my ($name, $comment) = ($1, $2);
			$comments{$name} = $comment =~ s/''/'/gr;
		}
	}
	return \%comments;
}

1;
